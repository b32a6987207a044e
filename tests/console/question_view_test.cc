// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <regex>

namespace guard::console {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ResultOf;
using Lines = std::vector<std::string>;

const ViewFooter kFooter = {
    {"[y] approve", "[n] deny", "[d] details", "[e] remember"}, "auto-denies tomorrow 09:38", ""};

nlohmann::json question() {
  return {{"id", "3f2a91bc-0000-4000-8000-000000000000"},
          {"risk_level", "medium"},
          {"tier", 2},
          {"chain", {"claude", "bash", "rm"}},
          {"what", "rm -rf ./tmp_*  (delete 3 directories, 37 files, 1.2 MB)"},
          {"why", "the agent's command: bash -c 'rm -rf ./tmp_*'"},
          {"cwd", "~/project"},
          {"risk", "Files may be lost. 2 files are not in git."},
          {"changes", {"./tmp_a/ 12 files", "./tmp_b/ 3 files"}}};
}

class QuestionViewTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(std::setlocale(LC_CTYPE, "C.UTF-8"), nullptr); }

  static std::string text(const nlohmann::json& shown, const ViewStyle& style = {}) {
    std::string all;
    for (const std::string& line : question_lines(shown, style, kFooter)) all += line + "\n";
    return all;
  }
};

TEST_F(QuestionViewTest, DrawsTheBoxOfTheProductPage) {
  EXPECT_THAT(
      question_lines(question(), {90, true, false}, kFooter),
      ElementsAre("┌ guard ─ claude ▸ bash ▸ rm "
                  "─────────────────────────────────────────── MEDIUM · tier 2 ┐",
                  "│ What   rm -rf ./tmp_*  (delete 3 directories, 37 files, 1.2 MB)       "
                  "                 │",
                  "│ By     the agent's command: bash -c 'rm -rf ./tmp_*'  in ~/project          "
                  "           │",
                  "│ Risk   Files may be lost. 2 files are not in git.                     "
                  "                 │",
                  "│ Change ./tmp_a/ 12 files · ./tmp_b/ 3 files                           "
                  "                 │",
                  "│ [y] approve  [n] deny  [d] details  [e] remember            "
                  "auto-denies tomorrow 09:38 │",
                  "└───────────────────────────────────────────────────────────────────────"
                  "─────────────────┘"));
}

TEST_F(QuestionViewTest, PlainAsciiWhereTheLocaleIsNotUtf8) {
  auto shown = question();
  shown["what"] = "rm -rf café";
  const std::string drawn = text(shown, {80, false, false});
  EXPECT_THAT(drawn, Each(testing::Lt('\x7f')));
  EXPECT_THAT(drawn, HasSubstr("+ guard - claude > bash > rm ---"));
  EXPECT_THAT(drawn, HasSubstr("rm -rf caf\\xC3\\xA9"));
}

TEST_F(QuestionViewTest, EveryLineIsExactlyAsWideAsTheBox) {
  auto shown = question();
  shown["what"] = "rm -rf " + std::string(3000, 'x') + " 日本語のファイル名.txt";
  shown["why"] = "日本語" + std::string(200, 'y');
  shown["chain"] = Lines(40, "very-long-program-name");
  for (const std::size_t columns : {40U, 41U, 63U, 80U, 100U, 300U}) {
    const std::size_t width = std::clamp<std::size_t>(columns, 40, 100);
    for (const bool utf8 : {true, false})
      EXPECT_THAT(question_lines(shown, {columns, utf8, false}, kFooter),
                  Each(ResultOf(columns_of, width)))
          << columns;
  }
}

TEST_F(QuestionViewTest, OnANarrowTerminalNoLineIsWiderThanIt) {
  auto shown = question();
  shown["what"] = "rm -rf " + std::string(3000, 'x') + " 日本語のファイル名.txt";
  for (const std::size_t columns : {12U, 20U, 39U})
    EXPECT_THAT(question_lines(shown, {columns, true, false}, kFooter),
                Each(ResultOf(columns_of, testing::Le(columns))))
        << columns;
}

TEST_F(QuestionViewTest, WhatALongCommandEndsWithIsShown) {
  auto shown = question();
  shown["what"] = "rm -rf " + std::string(2000, 'a') + " ./important";
  shown["why"] = "the agent's command: bash -c '" + std::string(2000, 'b') + "; rm -rf ~'";
  const std::string drawn = text(shown, {80, true, false});
  EXPECT_THAT(drawn, HasSubstr("./important"));
  EXPECT_THAT(drawn, HasSubstr("; rm -rf ~'"));
  EXPECT_THAT(drawn, HasSubstr("What   rm -rf"));
}

TEST_F(QuestionViewTest, FewRowsAreForWhatAndTheKeys) {
  ViewStyle style{80, true, false};
  style.rows = 4;
  const Lines lines = question_lines(question(), style, kFooter);
  EXPECT_LE(lines.size(), 4U);
  EXPECT_THAT(lines, testing::Contains(HasSubstr("What   rm -rf")));
  EXPECT_THAT(lines, testing::Contains(HasSubstr("[y] approve")));
}

TEST_F(QuestionViewTest, HowMuchUndoGivesBackIsNeverCutOff) {
  auto shown = question();
  shown["what"] = "rm -rf *  (188 directories, 1507 files, 1500 ignored, 12.0 MB)";
  shown["risk"] = "Files or their history may be lost. All 1,695 existed before this session.";
  shown["undo"] = "14 of 1,695; not 1,681 build files (venv, node_modules)";
  for (const auto& [columns, rows] : {std::pair(80, 24), std::pair(40, 14), std::pair(40, 10)}) {
    ViewStyle style{static_cast<std::size_t>(columns), true, false};
    style.rows = static_cast<std::size_t>(rows);
    std::string read;
    for (const std::string& line : question_lines(shown, style, kFooter)) {
      const std::string inner = line.substr(0, line.find_last_not_of(" │") + 1);
      if (const auto at = line.find("Undo   "); at != std::string::npos)
        read = inner.substr(at + 7);
      else if (!read.empty() && line.find("│        ") == 0)
        read += " " + inner.substr(11);
      else if (!read.empty())
        break;
    }
    EXPECT_THAT(read, testing::StartsWith("14 of 1,695; not 1,681 build files")) << columns;
    EXPECT_THAT(read, Not(HasSubstr("..."))) << columns;
  }
}

TEST_F(QuestionViewTest, HostileTextNeverReachesTheTerminalRaw) {
  const std::string hostile =
      "a\x1b[2J\x1b]0;t\x07\r\n\xc2\x9b"
      "b\xe2\x80\xae"
      "c\xff\xe2\x80\x8b"
      "\x7f";
  auto shown = question();
  for (const char* name : {"what", "why", "cwd", "risk", "risk_level"}) shown[name] = hostile;
  shown["changes"] = {hostile};
  shown["chain"] = {hostile, hostile};
  for (const std::string& line : question_lines(shown, {100, true, false}, kFooter)) {
    EXPECT_THAT(line, Not(HasSubstr("\x1b")));
    EXPECT_THAT(line, Not(HasSubstr("\xe2\x80\xae")));
    EXPECT_THAT(line, Not(HasSubstr("\xc2\x9b")));
    for (const char c : line) EXPECT_FALSE(static_cast<unsigned char>(c) < 0x20 || c == 0x7f);
  }
  EXPECT_THAT(text(shown), HasSubstr("a\\x1B[2J"));
}

TEST_F(QuestionViewTest, TextCannotImitateTheBoxBySpaces) {
  auto shown = question();
  shown["what"] = "rm x" + std::string(80, ' ') + "│ Risk   none";
  const Lines lines = question_lines(shown, {80, true, false}, kFooter);
  EXPECT_THAT(lines[2], testing::StartsWith("│        "));  // still under What
}

TEST_F(QuestionViewTest, LongTextBreaksBetweenWordsAndEndsInDots) {
  auto shown = question();
  shown["risk"] =
      "Files or their history may be lost and nobody can bring them back again later on";
  const Lines lines = question_lines(shown, {60, true, false}, kFooter);
  EXPECT_THAT(lines, testing::Contains(
                         HasSubstr("Risk   Files or their history may be lost and nobody can ")));
  EXPECT_THAT(lines, testing::Contains(HasSubstr("│        bring them back again later on ")));
  shown["risk"] = std::string(1000, 'x');
  EXPECT_THAT(text(shown, {60, true, false}), HasSubstr("xxx... │"));
}

TEST_F(QuestionViewTest, PilesOfCombiningMarksAreSpelledOut) {
  std::string zalgo = "e";
  for (int i = 0; i < 10; ++i) zalgo += "\xcc\x81";
  EXPECT_EQ(fitted(zalgo, 80, {}).substr(0, 9), "e\xcc\x81\xcc\x81\\xCC");
}

TEST_F(QuestionViewTest, MissingOrOddFieldsAreShownAsTheHighestTier) {
  const std::string drawn = text(nlohmann::json{{"what", 7}, {"tier", "x"}, {"changes", "no"}});
  EXPECT_THAT(drawn, HasSubstr("tier 3"));
  EXPECT_THAT(drawn, HasSubstr("[n] deny"));
}

TEST_F(QuestionViewTest, ColourOnlyWhenAskedFor) {
  EXPECT_THAT(text(question(), {80, true, true}), HasSubstr("\x1b[33mMEDIUM · tier 2\x1b[0m"));
  EXPECT_THAT(text(question(), {80, true, false}), Not(HasSubstr("\x1b")));
}

TEST_F(QuestionViewTest, TheCommandTheDefaultAndWhatCannotBeUndoneStandOut) {
  auto shown = question();
  shown["undo"] = "none: guard gives back files only";
  shown["undo_part"] = "none";
  const std::string drawn = text(shown, {80, true, true});
  EXPECT_THAT(drawn, HasSubstr("What   \x1b[1mrm -rf ./tmp_*"));
  EXPECT_THAT(drawn, HasSubstr("Undo   \x1b[1;31mnone: guard gives back files only\x1b[0m"));
  EXPECT_THAT(drawn, HasSubstr("\x1b[1m[n] deny\x1b[0m"));
  shown["undo_part"] = "all";
  EXPECT_THAT(text(shown, {80, true, true}), HasSubstr("Undo   none"));
}

TEST_F(QuestionViewTest, PaintTakesNoColumns) {
  auto shown = question();
  shown["what"] = "rm -rf " + std::string(300, 'x');
  shown["undo_part"] = "none";
  shown["undo"] = "none: it cannot be saved";
  Lines plain = question_lines(shown, {80, true, false}, kFooter);
  const Lines painted = question_lines(shown, {80, true, true}, kFooter);
  ASSERT_EQ(painted.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i)
    EXPECT_EQ(std::regex_replace(painted[i], std::regex("\x1b\\[[0-9;]*m"), ""), plain[i]);
}

TEST_F(QuestionViewTest, ARememberedAnswerSaysWhatItWouldCover) {
  ViewFooter footer = kFooter;
  footer.scope = "this session: git push origin *";
  EXPECT_THAT(question_lines(question(), {80, true, false}, footer),
              testing::Contains(HasSubstr("Scope  this session: git push origin *")));
}

TEST_F(QuestionViewTest, TheNoticeIsOneLineWithBothCommands) {
  auto shown = question();
  shown["what"] = "rm -rf ./a\n./b";
  EXPECT_EQ(question_notice(shown),
            "rm -rf ./a\\n./b (guard approve 3f2a91bc | guard deny 3f2a91bc)");
  EXPECT_EQ(question_notice(shown, " --state-dir /x"),
            "rm -rf ./a\\n./b (guard approve 3f2a91bc --state-dir /x | guard deny 3f2a91bc "
            "--state-dir /x)");
  shown["tier"] = 3;
  EXPECT_THAT(question_notice(shown), HasSubstr("(guard approve 3f2a91bc --confirm CONFIRM | "));
}

}  // namespace
}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_detail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "console/terminal/question_pages.h"
#include "tests/support/local_zone.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

Json question() {
  return {{"id", "1a2b3c4d-0000"},
          {"state", "pending"},
          {"what", "rm -rf ./tmp_a"},
          {"why", "the agent's command: bash -c 'rm -rf ./tmp_*'"},
          {"risk_level", "medium"},
          {"tier", 2},
          {"risk", "Files or their history may be lost."},
          {"undo", "14 of 1,695; not 1,681 build files (venv, node_modules)"},
          {"categories", {"FS_DELETE_OVERWRITE", "SUDO"}},
          {"changes", {"./tmp_a/ 3 files"}},
          {"chain", {"claude", "bash", "rm"}},
          {"pid", 4711},
          {"cwd", "/home/ana/p"},
          {"effect",
           {{"files", 3U},
            {"directories", 1U},
            {"bytes", 1200U},
            {"existed", 4U},
            {"secrets", 1U},
            {"complete", false}}},
          {"rule", "fs.delete"},
          {"reason", "deletes 3 files"},
          {"scopes", {"once", "session"}},
          {"pattern", "/home/ana/p/tmp_a"},
          {"covers", {{"session", "deletes in /home/ana/p/tmp_a and below"}}},
          {"deadline", "2025-03-02T09:05:07.000000Z"}};
}

std::vector<std::string> shown(const Json& asked, Detail detail, std::size_t columns = 200) {
  ViewStyle style;
  style.utf8 = false;
  style.columns = columns;
  return field_lines(question_fields(asked, detail, style), style, 4);
}

TEST(QuestionDetailTest, WhatAPersonNeedsToDecide) {
  const auto lines = shown(question(), Detail::kDecision);
  EXPECT_THAT(lines, Contains("What     rm -rf ./tmp_a"));
  EXPECT_THAT(lines, Contains("Chain    claude > bash > rm (pid 4711)"));
  EXPECT_THAT(lines, Contains("In       /home/ana/p"));
  EXPECT_THAT(lines, Contains("Risk     Files or their history may be lost."));
  EXPECT_THAT(lines, Contains("Undo     14 of 1,695; not 1,681 build files (venv, node_modules)"));
  EXPECT_THAT(lines, Contains("Category FS_DELETE_OVERWRITE, SUDO"));
  EXPECT_THAT(lines, Contains("Change   ./tmp_a/ 3 files"));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("fs.delete"))));
}

TEST(QuestionDetailTest, HowMuchUndoGivesBackIsNeverShortened) {
  ViewStyle style;
  style.utf8 = false;
  style.columns = 24;
  std::string undo;
  for (const std::string& line :
       field_lines(question_fields(question(), Detail::kDecision, style), style, 1))
    if (line.starts_with("Undo") || (line.starts_with("    ") && !undo.empty()))
      undo += line.substr(9);
  std::erase(undo, ' ');  // a line that is full ends without one
  EXPECT_EQ(undo, "14of1,695;not1,681buildfiles(venv,node_modules)");
}

TEST(QuestionDetailTest, EverythingThatIsKnown) {
  const auto lines = shown(question(), Detail::kEverything);
  EXPECT_THAT(lines, Contains("Extent   at least 1 directory, 3 files, 1.2 kB; 4 existed before "
                              "this session, 1 secret"));
  EXPECT_THAT(lines, Contains("Rule     fs.delete: deletes 3 files"));
  EXPECT_THAT(lines,
              Contains("Scopes   once, session; covers deletes in /home/ana/p/tmp_a and below"));
  auto moved = question();
  moved["scopes"] = {"once", "command"};
  moved["covers"] = {{"command", "moves from /o to /w, and below"}};
  EXPECT_THAT(shown(moved, Detail::kEverything),
              Contains("Scopes   once, command; command covers moves from /o to /w, and below"));
  EXPECT_THAT(lines, Contains("Answer   guard approve 1a2b3c4d | guard deny 1a2b3c4d"));
}

TEST(QuestionDetailTest, TierThreeSaysTheWord) {
  Json asked = question();
  asked["tier"] = 3;
  EXPECT_THAT(shown(asked, Detail::kEverything),
              Contains("Answer   guard approve 1a2b3c4d --confirm CONFIRM | guard deny 1a2b3c4d"));
}

TEST(QuestionDetailTest, ASettledOneSaysHowItEnded) {
  Json asked = question();
  asked["state"] = "denied";
  asked["answered_by"] = "ana (guard watch)";
  asked["answer_reason"] = "keep it";
  const auto lines = shown(asked, Detail::kEverything);
  EXPECT_THAT(lines, Contains("Ended    denied by ana (guard watch): keep it"));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("guard approve"))));
}

TEST(QuestionDetailTest, NothingReachesTheTerminalRaw) {
  Json asked = question();
  asked["what"] = "rm \x1b]0;evil\x07 \xE2\x80\xAE\xFF\n";
  asked["cwd"] = "/a\x1b[2J";
  asked["chain"] = {"a\x1b[31m"};
  asked["categories"] = {"\x9b"};
  asked["rule"] = "r\r\n";
  for (const std::string& line : shown(asked, Detail::kEverything))
    for (const char c : line) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
}

TEST(QuestionDetailTest, LinesFitTheScreen) {
  Json asked = question();
  asked["what"] = std::string(500, 'x');
  for (const std::size_t columns : {20UL, 40UL, 79UL})
    for (const std::string& line : shown(asked, Detail::kEverything, columns))
      EXPECT_LE(line.size(), columns);
}

TEST(QuestionDetailTest, WhenItIsDeniedIsToldByTheClockOnTheWall) {
  const auto deadline = *parse_iso_time("2025-03-02T09:05:07Z");
  using std::chrono::hours;
  using std::chrono::minutes;
  const LocalZone zone("CET-1");
  EXPECT_EQ(until_text(question(), deadline - hours(1)), "10:05");
  EXPECT_EQ(until_text(question(), deadline - minutes(9)), "10:05:07");
  EXPECT_EQ(until_text(question(), deadline - hours(23)), "Sun 10:05") << "tomorrow";
  EXPECT_EQ(until_text(question(), deadline - hours(49)), "02 Mar");
  EXPECT_EQ(until_text(question(), deadline + minutes(5)), "now");
  EXPECT_EQ(until_text(Json::object(), deadline), "");
  EXPECT_EQ(auto_denial_text(question(), deadline - hours(1)), "auto-denies 10:05");
  EXPECT_EQ(auto_denial_text(question(), deadline - hours(23)), "auto-denies tomorrow 10:05");
  EXPECT_EQ(auto_denial_text(question(), deadline - hours(49)), "auto-denies 02 Mar 10:05");
  EXPECT_EQ(auto_denial_text(question(), deadline + minutes(5)), "auto-denies now");
  EXPECT_EQ(auto_denial_text(Json::object(), deadline), "");
}

TEST(QuestionPagesTest, ACutListOfNamesSaysOfHowMany) {
  nlohmann::json detail = {{"names", {"a", "b"}},
                           {"names_total", 2U},
                           {"effect", {{"files", 16000U}, {"directories", 383U}}}};
  detail["effect"]["complete"] = true;
  EXPECT_THAT(page_rest(detail, {}), Contains("What it touches, the first 2 of 16383:"));
  detail["effect"]["complete"] = false;
  EXPECT_THAT(page_rest(detail, {}), Contains("What it touches, the first 2 of at least 16383:"));
  detail.erase("effect");
  EXPECT_THAT(page_rest(detail, {}), Contains("What it touches, 2 names:"));
  detail["names_total"] = 3U;
  EXPECT_THAT(page_rest(detail, {}), Contains("What it touches, the first 2 of at least 3:"));
}

TEST(OutcomeTextTest, SaysForHowLongInWordsOfPeople) {
  nlohmann::json question = {{"state", "approved"}, {"answered_by", "ana (terminal)"}};
  EXPECT_EQ(outcome_text(question), "approved by ana (terminal)");
  question["scope"] = "once";
  EXPECT_EQ(outcome_text(question), "approved by ana (terminal)");
  question["scope"] = "session";
  EXPECT_EQ(outcome_text(question), "approved by ana (terminal) for this session");
  question["scope"] = "minutes";
  EXPECT_EQ(outcome_text(question), "approved by ana (terminal) for a time");
}

}  // namespace
}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
// The lines that the box shows of a question, and what may be answered: words, scopes, reasons,
// halves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/console/inline_prompt_fixture.h"

namespace guard::console {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(InlinePromptTest, TierThreeNeedsTheWord) {
  ask(question(3));
  type({"y"});
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(drawn_, HasSubstr("Type CONFIRM"));
  type({"C", "O", "NFX", "\x7f", "IRM", "\r"});
  EXPECT_EQ(verdict(), "yes once CONFIRM");
}

TEST_F(InlinePromptTest, AnyOtherWordApprovesNothing) {
  for (const char* word : {"confirm", "CONFIR", "CONFIRMM", "y"}) {
    ask(question(3));
    type({"y", word, "\r"});
    EXPECT_EQ(verdict(), "none") << word;
    EXPECT_THAT(box(), HasSubstr("Not the word"));
    type({"\r"});
    EXPECT_EQ(verdict(), "none");
    type({"\x03"});
    EXPECT_EQ(verdict(), "no");
  }
}

TEST_F(InlinePromptTest, AQuestionWithoutAReadableTierNeedsTheWord) {
  auto odd = question(2);
  odd.erase("tier");
  ask(odd);
  type({"y"});
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, EditGoesThroughTheOfferedScopesAndSaysWhatTheyCover) {
  ask(question(2));
  type({"e", "e"});
  EXPECT_THAT(drawn_, HasSubstr("Scope  this session: pushes like git push origin *"));
  type({"e", "y", "\r"});
  EXPECT_EQ(verdict(), "yes 30m ");
}

TEST_F(InlinePromptTest, ScopesThatAreNotOfferedCannotBeChosen) {
  auto shown = question(2);
  shown["scopes"] = {"once", "forever"};
  ask(shown);
  EXPECT_THAT(drawn_, Not(HasSubstr("[e]")));
  type({"e", "y", "\r"});
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, ShowsAllNamesPageByPage) {
  ask(question(2), 12);
  type({"d"});
  ASSERT_TRUE(prompt_->wants_detail());
  std::vector<std::string> names(25, "file");
  names[0] = "first\x1b[2J";
  names[24] = "last";
  EXPECT_THAT(prompt_->show_detail({{"names", names}}, kStart), HasSubstr("first\\x1B[2J"));
  type({" ", "\x1b[B"});
  EXPECT_THAT(drawn_, HasSubstr("last"));
  EXPECT_THAT(drawn_, HasSubstr("21-26 of 26"));
  type({"b"});
  EXPECT_THAT(drawn_, HasSubstr("11-20 of 26"));
  type({"\x1b[6~", " "});
  EXPECT_THAT(drawn_, HasSubstr("[n] deny"));
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, KeysOfThePagerAnswerNothing) {
  ask(question(2));
  type({"d"});
  (void)prompt_->show_detail({{"names", {"a", "b"}}}, kStart);
  type({"y"});
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, DetailsShowTheStepsThatLedHere) {
  ask(question(2));
  type({"d"});
  ASSERT_TRUE(prompt_->wants_detail());
  const nlohmann::json step = {{"stage", "mode"}, {"text", "balanced asks at tier 2"}};
  const std::string page = prompt_->show_detail({{"steps", {step}}, {"rule", "git.push"}}, kStart);
  EXPECT_THAT(page, HasSubstr("mode: balanced asks at tier 2"));
  EXPECT_THAT(page, HasSubstr("git.push"));
}

TEST_F(InlinePromptTest, AQuestionTellsItsKeys) {
  ask(question(2));
  rest(1600ms);
  EXPECT_THAT(box(), HasSubstr("[?] keys"));
  type({"?"});
  EXPECT_THAT(drawn_, HasSubstr("deny, with a reason that the agent reads"));
  type({"q"});
  EXPECT_THAT(drawn_, HasSubstr("What   git push origin main"));
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, PagesLieOnASecondScreenWhereThereIsOne) {
  ask(question(2)).set_second_screen(true);
  rest(1600ms);
  type({"d"});
  EXPECT_THAT(prompt_->show_detail({{"names", {"a", "b"}}}, now_),
              testing::StartsWith("\x1b[?1049h"));
  rest(1600ms);
  drawn_ = prompt_->on_typed("q", now_);
  EXPECT_THAT(drawn_, testing::StartsWith("\x1b[?1049l"));
  EXPECT_THAT(drawn_, Not(HasSubstr("What"))) << "the box is there as it was";
  type({"?"});
  EXPECT_THAT(prompt_->close({"guard: withdrawn"}), testing::StartsWith("\x1b[?1049l"));
}

TEST_F(InlinePromptTest, KeysFitOnOneLineOfAHundredColumns) {
  auto shown = question(2);
  shown["effect"] = {{"files", 2U}, {"directories", 1U}};
  prompt_.emplace(shown, ViewStyle{100, true, false}, 24);
  (void)prompt_->open(now_);
  rest(1600ms);
  EXPECT_THAT(drawn_,
              HasSubstr("[y] approve  [n] deny  [d] details  [e] remember  [r] reason  [?] keys"
                        "         auto-denies "));
}

TEST_F(InlinePromptTest, AnAnswerThatWasNotTakenLeavesTheQuestionWithTheReason) {
  ask(question(2));
  type({"e", "e", "p", "x", "\r"});
  (void)prompt_->checked("", now_);
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "yes session ");
  drawn_ = prompt_->refused("the pattern does not cover this act", now_);
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(drawn_, HasSubstr("Note   not answered: the pattern does not cover this act"));
  // A key that was typed before the question could be read answers nothing.
  type_text("n", 100ms);
  EXPECT_EQ(verdict(), "none");
  rest(1600ms);
  EXPECT_THAT(drawn_, HasSubstr("[y] approve"));
  type({"n"});
  EXPECT_EQ(verdict(), "no");
}

TEST_F(InlinePromptTest, HalfAnApprovalStaysUntilTheOtherHalfComes) {
  ask(question(3));
  type({"y", "CONFIRM\r"});
  EXPECT_EQ(verdict(), "yes once CONFIRM");
  drawn_ = prompt_->counted("1 of 2 approved: ana (terminal)", now_);
  EXPECT_THAT(drawn_, HasSubstr("People 1 of 2 approved: ana (terminal)"));
  rest(1600ms);
  EXPECT_THAT(drawn_, HasSubstr("[Esc] back to the program"));
  EXPECT_THAT(drawn_, Not(HasSubstr("[y]")));
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "none");
  (void)prompt_->open(now_);
  type({"\x1b"});
  EXPECT_TRUE(prompt_->leaves());
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, HalfAnApprovalCanBeTakenBackByNo) {
  ask(question(3));
  type({"y", "CONFIRM\r"});
  (void)prompt_->counted("1 of 2 approved: ana (terminal)", now_);
  type({"n"});
  EXPECT_EQ(verdict(), "no");
  EXPECT_FALSE(prompt_->leaves());
}

TEST_F(InlinePromptTest, AnotherSizeBeginsTheWaitAnew) {
  ask(question(2));
  rest(1600ms);
  (void)prompt_->resized(ViewStyle{70, true, false}, 24, now_);
  type_text("y\r", 100ms);
  EXPECT_EQ(verdict(), "none");
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, ATerminalThatAnotherProgramChangedBeginsTheWaitAnew) {
  ask(question(2));
  type({"e"});
  rest(1600ms);
  prompt_->disturbed(now_);
  type_text("y\r", 100ms);
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(box(), HasSubstr("another program changed this terminal"));
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, EscLeadsBackFromTheWordWithoutAnAnswer) {
  ask(question(3));
  type({"y", "CONFIRM", "\x1b"});
  rest(1600ms);
  EXPECT_THAT(box(), HasSubstr("[y] approve"));
  EXPECT_EQ(verdict(), "none");
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "none") << "the word is still missing";
}

TEST_F(InlinePromptTest, APatternIsEditedForScopesThatHaveOne) {
  ask(question(2));
  type({"p"});
  EXPECT_THAT(drawn_, Not(HasSubstr("What the approval covers")));
  rest(1600ms);
  type({"e", "e", "p"});
  EXPECT_THAT(drawn_, HasSubstr("What the approval covers"));
  type({"\x15", "git push origin x", "\x17", "main\r"});
  ASSERT_TRUE(prompt_->take_check());
  drawn_ = prompt_->checked("", now_);
  EXPECT_THAT(drawn_, HasSubstr("this session: pushes like git push origin main"));
  type({"y", "\r"});
  ASSERT_TRUE(prompt_->answer());
  EXPECT_EQ(prompt_->answer()->pattern, "git push origin main");
}

TEST_F(InlinePromptTest, ADomainIsChosenWhereItIsOffered) {
  auto shown = question(2);
  shown["what"] = "connect to api.example.org port 443";
  shown["pattern"] = "api.example.org:443/tcp";
  shown["wider"] = "*.example.org:443/tcp";
  shown["covers"] = {{"session", "connections to api.example.org:443/tcp"}};
  ask(shown);
  type({"w"});
  EXPECT_THAT(box(), Not(HasSubstr("[w]")));
  rest(1600ms);
  type({"e", "e"});
  EXPECT_THAT(box(), HasSubstr("[w] *.example.org:443/tcp"));
  type({"w"});
  EXPECT_THAT(box(), HasSubstr("this session: connections to *.example.org:443/tcp"));
  EXPECT_THAT(box(), HasSubstr("[w] api.example.org:443/tcp"));
  type({"w", "w", "y", "\r"});
  EXPECT_EQ(verdict(), "yes session ");
  EXPECT_EQ(prompt_->answer()->pattern, "*.example.org:443/tcp");
}

TEST_F(InlinePromptTest, APatternThatWillNotDoIsToldOnEnter) {
  ask(question(2));
  type({"e", "e", "p", "\x15", "rm *\r"});
  const auto check = prompt_->take_check();
  ASSERT_TRUE(check);
  EXPECT_EQ(check->pattern, "rm *");
  EXPECT_EQ(check->scope, "session");
  EXPECT_FALSE(prompt_->take_check()) << "asked once";
  drawn_ = prompt_->checked("the pattern 'rm *' does not cover the very act", now_);
  EXPECT_THAT(box(), HasSubstr("does not cover the very act"));
  EXPECT_THAT(box(), HasSubstr("rm *_"));
  type({"\x1b", "y", "\r"});
  EXPECT_EQ(verdict(), "yes session ");
  EXPECT_EQ(prompt_->answer()->pattern, "") << "the question's own";
}

TEST_F(InlinePromptTest, WhileAPatternIsLookedAtNothingIsAnswered) {
  ask(question(2));
  type({"e", "e", "p", "x\r", "y", "\r", "n"});
  EXPECT_EQ(verdict(), "none");
  type({"\x1b"});
  EXPECT_THAT(box(), HasSubstr("[n] deny"));
}

TEST_F(InlinePromptTest, AReasonGoesWithTheRefusal) {
  ask(question(2));
  type({"r", "not today\r"});
  EXPECT_EQ(verdict(), "no");
  EXPECT_EQ(prompt_->answer()->reason, "not today");
}

TEST_F(InlinePromptTest, WhatFollowsALineInOnePasteIsNoKey) {
  ask(question(2));
  type({"e", "e", "p",
        "\x15"
        "a\ry"});
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, TheListIsOfferedOnlyWhereMoreWait) {
  ask(question(2));
  type({"l"});
  EXPECT_FALSE(prompt_->wants_list());
  prompt_->set_others(2);
  rest(1600ms);
  EXPECT_THAT(drawn_, HasSubstr("[l] all 3 that wait"));
  type({"l"});
  EXPECT_TRUE(prompt_->wants_list());
  EXPECT_EQ(verdict(), "none");
}

// The rows that a terminal of that size would show of it, no line wider.
TEST_F(InlinePromptTest, FitsTerminalsOfAnySize) {
  auto shown = question(3);
  for (const char* field : {"what", "why", "risk", "cwd"}) shown[field] = std::string(900, 'x');
  shown["changes"] = {"a", "b", "c"};
  shown["effect"] = {{"files", 2U}};
  for (const std::size_t columns : {8U, 20U, 39U, 40U, 80U, 200U}) {
    for (const std::size_t rows : {2U, 5U, 8U, 12U, 24U, 60U}) {
      prompt_.emplace(shown, ViewStyle{columns, true, false}, rows);
      const std::string drawn = prompt_->open(kStart);
      const auto lines = static_cast<std::size_t>(std::count(drawn.begin(), drawn.end(), '\n'));
      EXPECT_LE(lines, std::max<std::size_t>(rows, 5) - 1) << columns << "x" << rows;
      EXPECT_THAT(drawn, HasSubstr("[y]")) << columns << "x" << rows;
    }
  }
}

TEST_F(InlinePromptTest, ATerminalOfAnotherSizeGetsTheWholeBoxBelow) {
  ask(question(2));
  const std::string again = prompt_->resized(ViewStyle{60, true, false}, 20, kStart + 1s);
  EXPECT_THAT(again, testing::StartsWith("\r\n"));
  EXPECT_THAT(again, HasSubstr("What"));
  EXPECT_THAT(again, Not(HasSubstr("A\x1b[J")));  // nothing is drawn over
  EXPECT_THAT(prompt_->on_tick(kStart + 61s), Not(HasSubstr("What")));
  now_ = kStart + 61s;
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, NothingTicksWhileNobodyTypes) {
  ask(question(2));
  rest(1600ms);
  EXPECT_THAT(box(), HasSubstr("auto-denies "));
  EXPECT_THAT(prompt_->on_tick(now_ + 100ms), IsEmpty());
  now_ += 61s;
  (void)prompt_->on_tick(now_);  // the wait begins anew: nobody was seen for a minute
  rest(1600ms);
  EXPECT_THAT(prompt_->on_tick(now_ + 1s), IsEmpty());
}

TEST_F(InlinePromptTest, OneLineTakesThePlaceOfTheBox) {
  ask(question(2));
  const std::string last = prompt_->close({"guard: withdrawn: rm x: the process ended\x1b[2J"});
  EXPECT_THAT(last, HasSubstr("the process ended\\x1B[2J"));
  EXPECT_THAT(last, Not(HasSubstr("What")));
  EXPECT_THAT(last, testing::ContainsRegex("\x1b\\[[0-9]+A\x1b\\[J"));
}

}  // namespace
}  // namespace guard::console

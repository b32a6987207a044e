// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/inline_prompt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "tests/console/support/typist.h"

namespace guard::console {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class InlinePromptTest : public testing::Test {
 protected:
  void SetUp() override { std::setlocale(LC_CTYPE, "C.UTF-8"); }

  static nlohmann::json question(int tier) {
    return {{"id", "3f2a91bc"},
            {"tier", tier},
            {"what", "git push origin main"},
            {"pattern", "git push origin *"},
            {"scopes", {"once", "command", "session", "minutes"}},
            {"confirm", tier >= 3 ? nlohmann::json("CONFIRM") : nlohmann::json(nullptr)},
            {"deadline", iso_time(kStart + 1h)}};
  }

  InlinePrompt& ask(nlohmann::json shown, std::size_t rows = 24) {
    prompt_.emplace(std::move(shown), ViewStyle{80, true, false}, rows);
    now_ = kStart;
    drawn_ = prompt_->open(now_);
    return *prompt_;
  }
  // The loop turns, and nobody types.
  void rest(std::chrono::milliseconds time) {
    for (const TimePoint end = now_ + time; now_ < end;) {
      now_ += 100ms;
      if (const std::string drawn = prompt_->on_tick(now_); !drawn.empty()) drawn_ = drawn;
    }
  }
  // Types each string as one read, as a person who takes his time.
  void type(std::initializer_list<std::string_view> reads) {
    for (const std::string_view read : reads) {
      rest(1600ms);
      drawn_ = prompt_->on_typed(read, now_);
    }
    rest(500ms);
  }
  // One key after the other, at a typist's speed.
  void type_text(std::string_view text, std::chrono::milliseconds between) {
    for (const char key : text) {
      drawn_ = prompt_->on_typed(std::string_view(&key, 1), now_);
      rest(between);
    }
  }
  // All of the box as it is now.
  [[nodiscard]] std::string box() { return prompt_->resized(ViewStyle{80, true, false}, 24, now_); }
  [[nodiscard]] std::string verdict() const {
    if (!prompt_->answer()) return "none";
    const PromptAnswer& answer = *prompt_->answer();
    return answer.approve ? "yes " + answer.scope + " " + answer.confirm : "no";
  }

  static constexpr TimePoint kStart{std::chrono::hours(400000)};
  std::optional<InlinePrompt> prompt_;
  TimePoint now_ = kStart;
  std::string drawn_;
};

TEST_F(InlinePromptTest, YesContinuesOnce) {
  ask(question(2));
  type({"y"});
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(drawn_, HasSubstr("[Enter] continue"));
  type({"\r"});
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, ADumbTerminalGetsNoEscapeSequences) {
  ViewStyle style;
  style.dumb = true;
  prompt_.emplace(question(2), style, 24);
  std::string all = prompt_->open(kStart);
  EXPECT_THAT(all, HasSubstr("git push origin main"));
  EXPECT_THAT(prompt_->on_tick(kStart + 1s), IsEmpty());  // the time goes on, the box stays
  all += prompt_->on_tick(kStart + 2s);
  EXPECT_THAT(prompt_->on_tick(kStart + 3s), IsEmpty());
  const std::string edited = prompt_->on_typed("e", kStart + 4s);
  EXPECT_THAT(edited, HasSubstr("git push origin main"));
  all += edited;
  all += prompt_->on_typed("d", kStart + 5s);
  all += prompt_->show_detail({{"names", {"a", "b"}}}, kStart + 5s);
  all += prompt_->on_typed("q", kStart + 6s);
  all += prompt_->close("approved by ana");
  EXPECT_THAT(all, HasSubstr("approved by ana"));
  EXPECT_THAT(all, Not(HasSubstr("\x1b")));
}

TEST_F(InlinePromptTest, TheDefaultIsNo) {
  for (const char* key : {"n", "N", "\r", "\n", "\x1b", "\x03"}) {
    ask(question(2));
    type({key});
    EXPECT_EQ(verdict(), "no") << static_cast<int>(*key);
  }
}

TEST_F(InlinePromptTest, TheBoxOpensForAnswersAfterAPause) {
  ask(question(2));
  EXPECT_THAT(drawn_, HasSubstr("[y] after 1.5 s without a key"));
  rest(1400ms);
  type_text("y\r", 100ms);
  EXPECT_THAT(drawn_, HasSubstr("2 characters that you typed: no answer"));
  rest(1500ms);
  EXPECT_THAT(box(), HasSubstr("[y] continue"));
  type_text("y\r", 100ms);
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, WhatWasTypedToTheProgramApprovesNothing) {
  ask(question(2));
  type_text("echo move my plan\r", 100ms);
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(drawn_, HasSubstr("18 characters that you typed: no answer"));
}

TEST_F(InlinePromptTest, TypingAfterAPauseClosesTheQuestionAndForgetsTheScope) {
  ask(question(2));
  rest(1600ms);
  type_text("eey\r", 150ms);
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(drawn_, HasSubstr("4 characters that you typed: no answer"));
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "yes once ");
}

TEST_F(InlinePromptTest, WordsThatBeginWithAKeyOfTheBoxAreTyping) {
  for (const char* text : {"ready\r", "delay\r", "xy\r", "nay\r", "play\r", "key\r", "\x1b:wq\r"}) {
    ask(question(2));
    rest(1600ms);
    type_text(text, 120ms);
    rest(500ms);
    EXPECT_EQ(verdict(), "none") << text;
    EXPECT_FALSE(prompt_->wants_detail()) << text;
    type({"y", "\r"});
    EXPECT_EQ(verdict(), "yes once ") << text;
  }
}

TEST_F(InlinePromptTest, ANoBeforeTheQuestionIsOpenIsNobodysAnswer) {
  for (const char* key : {"n", "\x03"}) {
    ask(question(2));
    rest(600ms);
    type_text(key, 500ms);
    ASSERT_EQ(verdict(), "no");
    EXPECT_TRUE(prompt_->answer()->early);
  }
  ask(question(2));
  type({"n"});
  ASSERT_EQ(verdict(), "no");
  EXPECT_FALSE(prompt_->answer()->early);
}

TEST_F(InlinePromptTest, WhatWasTypedReachesTheProgramOnlyWhereThePersonSaysSo) {
  ask(question(2));
  prompt_->typed_before("hel");
  type_text("lo\r", 100ms);
  EXPECT_EQ(prompt_->kept(), "");
  rest(1600ms);
  EXPECT_THAT(drawn_, HasSubstr("[k] give these 6 characters to the program"));
  type({"k"});
  EXPECT_THAT(drawn_, HasSubstr("[k] drop them"));
  EXPECT_EQ(prompt_->kept(), "hello\r");
  EXPECT_THAT(drawn_, HasSubstr("the program gets the 6 characters"));
  type({"y", "\r"});
  EXPECT_EQ(verdict(), "yes once ");
  EXPECT_EQ(prompt_->kept(), "hello\r");
}

TEST_F(InlinePromptTest, AnHourOfTypingApprovesNothing) {
  for (const int tier : {2, 3}) {
    Typist typist(7);
    ask(question(tier));
    for (TimePoint asked = now_; now_ < kStart + 1h;) {
      const Typist::Key next = typist.next();
      rest(next.before);
      (void)prompt_->on_typed(std::string_view(&next.key, 1), now_);
      if (prompt_->wants_detail()) (void)prompt_->show_detail({{"names", {"a", "b"}}}, now_);
      ASSERT_FALSE(verdict().starts_with("yes")) << (now_ - kStart).count();
      if (!prompt_->answer() && now_ - asked < 7s) continue;
      const TimePoint begun = now_;
      ask(question(tier));
      now_ = asked = begun;
      (void)prompt_->open(now_);
    }
  }
}

TEST_F(InlinePromptTest, PastedTextAndTerminalReportsAnswerNothing) {
  ask(question(2));
  type({"yes\r", "\x1b[A", "\x1b[24;80R", "\x1b[200~y\x1b[201~", "ny"});
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, APasteIsTextOfALineAndNeverAnAnswer) {
  ask(question(2));
  rest(1600ms);
  (void)prompt_->on_pasted("y\r", now_);
  rest(500ms);
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(box(), HasSubstr("2 characters that you typed: no answer"));
  type({"r"});
  rest(500ms);
  EXPECT_THAT(prompt_->on_pasted("keep\r it", now_), HasSubstr("keep it_"));
  EXPECT_EQ(verdict(), "none");
  ask(question(3));
  type({"y"});
  (void)prompt_->on_pasted("CONFIRM\r", now_);
  type({"\r"});
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, ASpaceThatDoesNothingIsCountedAtOnce) {
  ask(question(2));
  type({" "});
  EXPECT_THAT(box(), HasSubstr("1 character that you typed: no answer"));
  EXPECT_THAT(box(), HasSubstr("[k] give this 1 character to the program"));
}

TEST_F(InlinePromptTest, ARefusedAnswerHidesNothingOfWhatWasTyped) {
  ask(question(2));
  type({"e", "e", "p", "x", "\r", "y", "\r"});
  const std::string why = "the pattern does not cover this act " + std::string(150, 'x') + " end";
  drawn_ = prompt_->refused(why, now_);
  type_text("ls", 100ms);
  EXPECT_THAT(box(), HasSubstr("Note   not answered: the pattern"));
  EXPECT_THAT(box(), HasSubstr("end "));
  EXPECT_THAT(box(), HasSubstr("Note   2 characters that you typed"));
  type({"e"});
  EXPECT_THAT(box(), Not(HasSubstr("not answered"))) << "it was about another scope";
  EXPECT_THAT(box(), HasSubstr("Note   2 characters that you typed"));
}

TEST_F(InlinePromptTest, LinesOfPagesThatAreAsWideAsTheTerminalKeepTheirEnd) {
  auto detail = question(2);
  for (const char* key : {"d", "x"}) {
    for (std::size_t length = 60; length < 80; ++length) {
      ask(question(2));
      type({key});
      detail["what"] = std::string(length, 'a') + " b" + std::string(length, 'c') + "!";
      const std::string page = prompt_->show_detail(detail, now_);
      EXPECT_THAT(page, HasSubstr("!\r\n")) << length;
      EXPECT_THAT(page, Not(HasSubstr("..."))) << length;
    }
  }
}

TEST_F(InlinePromptTest, OtherKeysAreIgnored) {
  ask(question(2));
  type({" ", "\x1a", "\x04", "\xc3", "\x19"});
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, AHeldDownKeyApprovesNothing) {
  ask(question(2));
  type({"yyy", "ee"});
  EXPECT_EQ(verdict(), "none");
  type({"y", "\r\r"});
  EXPECT_EQ(verdict(), "none") << "Enter was held down, not pressed";
}

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
  EXPECT_THAT(drawn_, HasSubstr("Scope  this session: git push origin *"));
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
  EXPECT_THAT(drawn_, HasSubstr("[n] cancel"));
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, KeysOfThePagerAnswerNothing) {
  ask(question(2));
  type({"d"});
  (void)prompt_->show_detail({{"names", {"a", "b"}}}, kStart);
  type({"y"});
  EXPECT_EQ(verdict(), "none");
}

TEST_F(InlinePromptTest, ExplainShowsTheStepsThatLedHere) {
  ask(question(2));
  type({"x"});
  ASSERT_TRUE(prompt_->wants_detail());
  const nlohmann::json step = {{"stage", "mode"}, {"text", "balanced asks at tier 2"}};
  const std::string page = prompt_->show_detail({{"steps", {step}}, {"rule", "git.push"}}, kStart);
  EXPECT_THAT(page, HasSubstr("mode: balanced asks at tier 2"));
  EXPECT_THAT(page, HasSubstr("git.push"));
}

TEST_F(InlinePromptTest, OnlySeveralFilesAreOfferedAsFiles) {
  ask(question(2));
  rest(1600ms);
  EXPECT_THAT(box(), HasSubstr("[d] details"));
  auto delete_many = question(2);
  delete_many["effect"] = {{"files", 2U}, {"directories", 1U}};
  ask(delete_many);
  rest(1600ms);
  EXPECT_THAT(box(), HasSubstr("[d] files"));
}

TEST_F(InlinePromptTest, KeysFitOnOneLineOfAHundredColumns) {
  auto shown = question(2);
  shown["effect"] = {{"files", 2U}, {"directories", 1U}};
  prompt_.emplace(shown, ViewStyle{100, true, false}, 24);
  (void)prompt_->open(now_);
  rest(1600ms);
  EXPECT_THAT(drawn_,
              HasSubstr("[y] continue  [n] cancel  [d] files  [e] remember  [x] why  [r] reason"
                        "        denies in 00:59:58"));
}

TEST_F(InlinePromptTest, AnAnswerThatWasNotTakenLeavesTheQuestionWithTheReason) {
  ask(question(2));
  type({"e", "e", "p", "x", "\r", "y", "\r"});
  EXPECT_EQ(verdict(), "yes session ");
  drawn_ = prompt_->refused("the pattern does not cover this act", now_);
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(drawn_, HasSubstr("Note   not answered: the pattern does not cover this act"));
  // What was typed before it could be read answers nothing.
  type_text("n", 100ms);
  EXPECT_EQ(verdict(), "none");
  rest(1600ms);
  EXPECT_THAT(drawn_, HasSubstr("[y] continue"));
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
  EXPECT_THAT(box(), HasSubstr("[y] continue"));
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
  EXPECT_THAT(drawn_, HasSubstr("this session: git push origin main"));
  type({"y", "\r"});
  ASSERT_TRUE(prompt_->answer());
  EXPECT_EQ(prompt_->answer()->pattern, "git push origin main");
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

TEST_F(InlinePromptTest, TheCountdownRedrawsOnlyItsLine) {
  ask(question(2));
  EXPECT_THAT(drawn_, HasSubstr("denies in 01:00:00"));
  const std::string tick = prompt_->on_tick(kStart + 61s);
  EXPECT_THAT(tick, HasSubstr("denies in 00:58:59"));
  EXPECT_THAT(tick, Not(HasSubstr("What")));
  EXPECT_THAT(prompt_->on_tick(kStart + 61s), IsEmpty());
  EXPECT_THAT(prompt_->on_tick(kStart + 2h), HasSubstr("denies in 00:00:00"));
}

TEST_F(InlinePromptTest, TheLastWordReplacesTheKeys) {
  ask(question(2));
  const std::string last = prompt_->close("withdrawn: the process ended\x1b[2J");
  EXPECT_THAT(last, HasSubstr("withdrawn: the process ended\\x1B[2J"));
  EXPECT_THAT(last, Not(HasSubstr("[y]")));
}

}  // namespace
}  // namespace guard::console

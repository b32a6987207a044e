// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/console/inline_prompt_fixture.h"
#include "tests/console/support/typist.h"

namespace guard::console {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(InlinePromptTest, YesContinuesOnce) {
  ask(question(2));
  type({"y"});
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(drawn_, HasSubstr("[Enter] approve"));
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
  all += prompt_->close({"approved by ana"});
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

TEST_F(InlinePromptTest, CtrlCAloneInterrupts) {
  for (const char* key : {"n", "\r", "\x1b", "\x03"}) {
    ask(question(2));
    type({key});
    EXPECT_EQ(prompt_->interrupts(), *key == '\x03') << static_cast<int>(*key);
  }
}

TEST_F(InlinePromptTest, TheBoxOpensForAnswersAfterAPause) {
  ask(question(2));
  EXPECT_THAT(drawn_, HasSubstr("[y] after 1.5 s without a key"));
  rest(1400ms);
  type_text("y\r", 100ms);
  EXPECT_THAT(drawn_, HasSubstr("2 characters that you typed: no answer"));
  rest(1500ms);
  EXPECT_THAT(box(), HasSubstr("[y] approve"));
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

TEST_F(InlinePromptTest, AnEnterBehindAYesThatCameTooEarlyRefusesForOnce) {
  ask(question(2));
  rest(1600ms);
  type({"e", "e"});
  EXPECT_THAT(box(), HasSubstr("Scope"));
  type_text("y", 700ms);
  EXPECT_EQ(verdict(), "none");
  EXPECT_THAT(box(), Not(HasSubstr("Scope"))) << "nobody refuses for a session by Enter alone";
  type({"\r"});
  EXPECT_EQ(verdict(), "no");
  EXPECT_EQ(prompt_->answer()->scope, "once");
}

TEST_F(InlinePromptTest, WordsThatBeginWithAKeyOfTheBoxAreTyping) {
  for (const char* text : {"ready\r", "delay\r", "?y\r", "nay\r", "play\r", "key\r", "\x1b:wq\r"}) {
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
  type({"e", "e", "p", "x", "\r"});
  (void)prompt_->checked("", now_);
  type({"y", "\r"});
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
  for (std::size_t length = 60; length < 80; ++length) {
    ask(question(2));
    type({"d"});
    detail["what"] = std::string(length, 'a') + " b" + std::string(length, 'c') + "!";
    const std::string page = prompt_->show_detail(detail, now_);
    EXPECT_THAT(page, HasSubstr("!\r\n")) << length;
    EXPECT_THAT(page, Not(HasSubstr("..."))) << length;
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

}  // namespace
}  // namespace guard::console

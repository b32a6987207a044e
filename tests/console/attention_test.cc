// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/attention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::console {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class AttentionTest : public ::testing::Test {
 protected:
  Attention attention_{AttentionPlan{true, true, seconds(10)}};
  TimePoint start_ = TimePoint(seconds(1'000'000));
};

TEST_F(AttentionTest, TierThreeRingsAtOnce) {
  attention_.asked("a", 3, start_);
  EXPECT_TRUE(attention_.take_bell(start_));
  EXPECT_FALSE(attention_.take_bell(start_ + seconds(60)));
}

TEST_F(AttentionTest, TierTwoRingsWhenItHasWaited) {
  attention_.asked("a", 2, start_);
  EXPECT_FALSE(attention_.take_bell(start_ + seconds(9)));
  EXPECT_EQ(attention_.next(), start_ + seconds(10));
  EXPECT_TRUE(attention_.take_bell(start_ + seconds(10)));
  EXPECT_EQ(attention_.next(), std::nullopt);
}

TEST_F(AttentionTest, WhatIsAnsweredInTimeDoesNotRing) {
  attention_.asked("a", 2, start_);
  attention_.settled("a", 2, false);
  EXPECT_FALSE(attention_.take_bell(start_ + seconds(60)));
}

TEST_F(AttentionTest, TierThreeRingsAgainWhenSomebodyElseAnswered) {
  attention_.asked("a", 3, start_);
  (void)attention_.take_bell(start_);
  attention_.settled("a", 3, true);
  EXPECT_FALSE(attention_.take_bell(start_));
  attention_.settled("a", 3, false);
  EXPECT_TRUE(attention_.take_bell(start_));
}

TEST_F(AttentionTest, SwitchedOffNothingRings) {
  Attention silent(AttentionPlan{});
  silent.asked("a", 3, start_);
  silent.settled("a", 3, false);
  EXPECT_FALSE(silent.take_bell(start_ + seconds(60)));
  EXPECT_EQ(silent.next(), std::nullopt);
}

TEST(TitleTest, NoWordOfTheTreeEndsTheSequence) {
  const std::string text = title_shown("rm 'a\x07\x1b]0;evil\x07\n'");
  EXPECT_TRUE(text.starts_with("\x1b[22;2t\x1b]2;"));
  EXPECT_EQ(text.find_first_of("\x07\x1b\n", 11), text.size() - 1);
  EXPECT_THAT(text, HasSubstr("\\x07\\x1B]0;evil"));
}

TEST(TitleTest, OnlyTerminalsThatGiveTheOldOneBackGetOne) {
  for (const char* term : {"xterm", "xterm-256color", "tmux-256color", "alacritty", "foot"})
    EXPECT_TRUE(keeps_titles(term, false)) << term;
  for (const char* term : {"", "dumb", "linux", "vt100", "screen"})
    EXPECT_FALSE(keeps_titles(term, false)) << term;
  EXPECT_TRUE(keeps_titles("screen-256color", true));
}

}  // namespace
}  // namespace guard::console

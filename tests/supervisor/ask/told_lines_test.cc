// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/told_lines.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace guard::supervisor {
namespace {

TEST(ToldLinesTest, EachLineOnceForAProcess) {
  ToldLines told;
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
  EXPECT_FALSE(told.first_time(1, 10, "denied a"));
  EXPECT_TRUE(told.first_time(1, 10, "denied b"));
  EXPECT_TRUE(told.first_time(2, 10, "denied a"));
}

TEST(ToldLinesTest, AReusedNumberIsAnotherProcess) {
  ToldLines told;
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
  EXPECT_TRUE(told.first_time(1, 11, "denied a"));
}

// The Nth denial by RULE of process 1.
ToldLines::Telling denied(ToldLines& told, int n, const std::string& rule, ToldLines::Time now) {
  return told.next(1, 10, rule, rule + " denied " + std::to_string(n), now);
}

TEST(ToldLinesTest, OfALongListTheFirstFewHaveALineEach) {
  using Telling = ToldLines::Telling;
  ToldLines told;
  const ToldLines::Time now{std::chrono::hours(1)};
  const int few = static_cast<int>(ToldLines::kWhole);
  for (int i = 0; i < few; ++i) EXPECT_EQ(denied(told, i, "a", now), Telling::kLine);
  EXPECT_EQ(denied(told, 0, "a", now), Telling::kNothing) << "told before";
  EXPECT_EQ(denied(told, few, "a", now), Telling::kThatMoreFollow);
  EXPECT_EQ(denied(told, few + 1, "a", now), Telling::kNothing);
  EXPECT_EQ(denied(told, few + 1, "b", now), Telling::kLine) << "another rule";
  EXPECT_EQ(told.next(2, 20, "a", "x", now), Telling::kLine) << "another process";
  EXPECT_EQ(told.left_out(), 2U);
}

TEST(ToldLinesTest, AfterAWhileADenialHasItsLineAgain) {
  using Telling = ToldLines::Telling;
  ToldLines told;
  ToldLines::Time now{std::chrono::hours(1)};
  for (int i = 0; i < 20; ++i) (void)denied(told, i, "a", now);
  now += ToldLines::kQuiet;
  EXPECT_EQ(denied(told, 20, "a", now), Telling::kNothing);
  now += ToldLines::kQuiet + std::chrono::seconds(1);
  EXPECT_EQ(denied(told, 21, "a", now), Telling::kLine);
}

TEST(ToldLinesTest, AFullListForgets) {
  ToldLines told;
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
  for (int pid = 2; pid < 10000; ++pid) (void)told.first_time(pid, 1, "denied a");
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
}

}  // namespace
}  // namespace guard::supervisor

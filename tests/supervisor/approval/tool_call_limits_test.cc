// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/tool_call_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

using std::chrono::minutes;

const ToolCallLimits::Time kNow{std::chrono::seconds(1'700'000'000)};

TEST(ToolCallLimitsTest, AskPastTheLimitOfAll) {
  ToolCallLimits limits;
  for (int i = 0; i < 500; ++i)
    ASSERT_FALSE(limits.count_automatic("tool" + std::to_string(i % 7), 0, kNow)) << i;
  EXPECT_EQ(limits.count_automatic("other", 0, kNow), "500 commands this hour, continue?");
  EXPECT_TRUE(limits.count_automatic("other", 0, kNow + minutes(59)));
  EXPECT_FALSE(limits.count_automatic("other", 0, kNow + minutes(60)));
}

TEST(ToolCallLimitsTest, AskPastTheLimitOfOneTool) {
  ToolCallLimits limits;
  for (int i = 0; i < 100; ++i) ASSERT_FALSE(limits.count_automatic("npm", 1, kNow));
  EXPECT_EQ(limits.count_automatic("npm", 1, kNow), "100 times npm this hour, continue?");
  EXPECT_FALSE(limits.count_automatic("npm", 0, kNow));
  EXPECT_FALSE(limits.count_automatic("make", 1, kNow));
}

TEST(ToolCallLimitsTest, GoesOnForAnotherHoursWorth) {
  ToolCallLimits limits({{5, 5}, 5, 3});
  for (int i = 0; i < 3; ++i) ASSERT_FALSE(limits.count_automatic("ls", 0, kNow));
  ASSERT_TRUE(limits.count_automatic("ls", 0, kNow));
  limits.go_on();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(limits.count_automatic("ls", 0, kNow));
  EXPECT_TRUE(limits.count_automatic("ls", 0, kNow));
}

TEST(ToolCallLimitsTest, DenyWhatWasAskedTooOften) {
  ToolCallLimits limits;
  for (int i = 0; i < 10; ++i) ASSERT_FALSE(limits.count_asked("git", kNow));
  EXPECT_THAT(*limits.count_asked("git", kNow), testing::HasSubstr("git was asked about 10 times"));
  limits.go_on();  // somebody approved other work
  EXPECT_TRUE(limits.count_asked("git", kNow));
  EXPECT_FALSE(limits.count_asked("rm", kNow));
  EXPECT_FALSE(limits.count_asked("git", kNow + minutes(60)));
}

// How many go unasked, or are asked about.
template <class Count>
std::size_t first_refused(Count count) {
  std::size_t calls = 0;
  while (!count()) ++calls;
  EXPECT_TRUE(count());
  return calls;
}

TEST(ToolCallLimitsTest, TheHourlyNumbersAreThoseOfTheList) {
  ToolCallLimits limits;
  EXPECT_EQ(first_refused([&] { return limits.count_automatic("a", 1, kNow); }),
            size_limit("hourly.tier1"));
  EXPECT_EQ(first_refused([&] { return limits.count_asked("a", kNow); }),
            size_limit("hourly.asked"));
  limits.go_on();
  int tool = 0;
  EXPECT_EQ(first_refused(
                [&] { return limits.count_automatic("t" + std::to_string(++tool % 9), 0, kNow); }),
            size_limit("hourly.all"));
  HourlyLimits without_all;
  without_all.all = 2 * size_limit("hourly.tier0");
  ToolCallLimits of_one_tool(without_all);
  EXPECT_EQ(first_refused([&] { return of_one_tool.count_automatic("a", 0, kNow); }),
            size_limit("hourly.tier0"));
}

TEST(ToolCallLimitsTest, AClockThatIsSetBackForgets) {
  ToolCallLimits limits({{5, 5}, 5, 1});
  ASSERT_FALSE(limits.count_automatic("ls", 0, kNow));
  EXPECT_FALSE(limits.count_automatic("ls", 0, kNow - minutes(5)));
}

}  // namespace
}  // namespace guard::supervisor

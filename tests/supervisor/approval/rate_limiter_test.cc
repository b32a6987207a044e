// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/rate_limiter.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using std::chrono::milliseconds;
const std::chrono::system_clock::time_point kStart{std::chrono::seconds(1'700'000'000)};

TEST(RateLimiterTest, TenInASecondThenNoMoreUntilTheSecondIsOver) {
  RateLimiter limiter;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(limiter.admit(kStart, 0));
  EXPECT_EQ(limiter.admit(kStart + milliseconds(999), 0).error().code, Code::kRefused);
  EXPECT_TRUE(limiter.admit(kStart + milliseconds(1000), 0));
}

TEST(RateLimiterTest, AHundredAtOnce) {
  RateLimiter limiter;
  EXPECT_TRUE(limiter.admit(kStart, 99));
  EXPECT_EQ(limiter.admit(kStart, 100).error().code, Code::kRefused);
}

TEST(RateLimiterTest, ARefusedOneIsNotCounted) {
  RateLimiter limiter(QuestionLimits{1, 100});
  EXPECT_TRUE(limiter.admit(kStart, 0));
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(limiter.admit(kStart + milliseconds(500), 0));
  EXPECT_TRUE(limiter.admit(kStart + milliseconds(1000), 0));
}

TEST(RateLimiterTest, AClockSetBackDoesNotSilenceQuestions) {
  RateLimiter limiter(QuestionLimits{1, 100});
  EXPECT_TRUE(limiter.admit(kStart, 0));
  EXPECT_TRUE(limiter.admit(kStart - std::chrono::hours(1), 0));
}

}  // namespace
}  // namespace guard::supervisor

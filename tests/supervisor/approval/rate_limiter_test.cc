// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/rate_limiter.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

using std::chrono::milliseconds;
const std::chrono::system_clock::time_point kStart{std::chrono::seconds(1'700'000'000)};

TEST(RateLimiterTest, TenInASecondThenNoMoreUntilTheSecondIsOver) {
  RateLimiter limiter;
  for (std::size_t i = 0; i < size_limit("questions.per_second"); ++i)
    EXPECT_TRUE(limiter.admit(kStart, 0));
  EXPECT_FALSE(limiter.admit(kStart, 0));
  EXPECT_EQ(limiter.admit(kStart + milliseconds(999), 0).error().code, Code::kRefused);
  EXPECT_TRUE(limiter.admit(kStart + milliseconds(1000), 0));
}

TEST(RateLimiterTest, AHundredAtOnce) {
  RateLimiter limiter;
  constexpr std::size_t kMost = size_limit("questions.at_once");
  EXPECT_TRUE(limiter.admit(kStart, kMost - 2));
  EXPECT_TRUE(limiter.admit(kStart, kMost - 1));  // with this one as many as may
  EXPECT_EQ(limiter.admit(kStart, kMost).error().code, Code::kRefused);
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

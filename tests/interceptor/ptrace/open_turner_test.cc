// SPDX-License-Identifier: Apache-2.0
// The cases of integration/cases/secrets show what it does to a tree.
#include "interceptor/ptrace/open_turner.h"

#include <gtest/gtest.h>

namespace guard::interceptor {
namespace {

TEST(OpenTurnerTest, AHoldIsGivenUpAfterItsTime) {
  constexpr std::chrono::milliseconds kOne{1};
  constexpr std::chrono::milliseconds kRunning = time_limit("turner.running");
  constexpr std::chrono::milliseconds kLooks = time_limit("turner.looks");
  EXPECT_FALSE(gives_up_hold(kRunning - kOne, true));
  EXPECT_FALSE(gives_up_hold(kRunning, true));
  EXPECT_TRUE(gives_up_hold(kRunning + kOne, true));
  EXPECT_FALSE(gives_up_hold(kLooks - kOne, false));
  EXPECT_FALSE(gives_up_hold(kLooks, false));
  EXPECT_TRUE(gives_up_hold(kLooks + kOne, false));
}

}  // namespace
}  // namespace guard::interceptor

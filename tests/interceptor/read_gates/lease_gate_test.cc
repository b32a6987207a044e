// SPDX-License-Identifier: Apache-2.0
#include "interceptor/read_gates/lease_gate.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace guard::interceptor {
namespace {

using std::chrono::seconds;

TEST(LeaseGateTest, BreaksOfTheKernelComeLater) {
  const seconds most(limit("lease.in_doubt"));
  EXPECT_EQ(most_in_doubt("45\n"), most);
  for (const auto& [text, wanted] : {std::pair{"39\n", most - seconds(1)},
                                     {"40\n", most},
                                     {"41\n", most},
                                     {"4\n", seconds(2)},
                                     {"0\n", most}})
    EXPECT_EQ(most_in_doubt(text), wanted) << text;
}

TEST(LeaseGateTest, AKernelThatDoesNotWaitHoldsNothingBack) {
  for (const char* text : {"1\n", "3\n", "", "-1\n", "soon"})
    EXPECT_EQ(most_in_doubt(text), std::nullopt) << text;
}

}  // namespace
}  // namespace guard::interceptor

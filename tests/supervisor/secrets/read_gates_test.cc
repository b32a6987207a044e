// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/read_gates.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <string>

#include "tests/interceptor/scratch_folder.h"

namespace guard::supervisor {
namespace {

TEST(ReadGatesTest, WhereSomebodyElseLeasesTriesEnd) {
  const testing::ScratchFolder state;
  UniqueFd first;
  UniqueFd second;
  EXPECT_EQ(take_lease_lock(state.path(), first, 1), "");
  EXPECT_TRUE(first.valid());
  for (const int tries : {1, 2}) {
    EXPECT_NE(take_lease_lock(state.path(), second, tries), "");
    EXPECT_FALSE(second.valid());
  }
  ReadGatePlan plan;
  plan.why_every = take_lease_lock(state.path(), second, 1);
  EXPECT_TRUE(plan.asks_every());
  first.reset();
  EXPECT_EQ(take_lease_lock(state.path(), second, 1), "");
  EXPECT_EQ(kLockTries, int_limit("lease.lock_tries"));
}

}  // namespace
}  // namespace guard::supervisor

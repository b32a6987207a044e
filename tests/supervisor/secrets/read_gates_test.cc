// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/read_gates.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

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

// As root every folder is listed, and nobody is asked.
TEST(ReadGatesTest, WhereAPlaceOfSecretsIsClosedEveryOpenIsAsked) {
  if (::geteuid() == 0) GTEST_SKIP() << "root lists every folder";
  const testing::ScratchFolder state;
  const ReadGatePlan plan =
      plan_read_gate({}, state.path(), false, [] { return std::string("/h/.ssh"); });
  EXPECT_TRUE(plan.asks_every());
  EXPECT_FALSE(plan.lease_lock.valid());
  EXPECT_NE(plan.why_every.find("/h/.ssh may hold secrets"), std::string::npos);
}

}  // namespace
}  // namespace guard::supervisor

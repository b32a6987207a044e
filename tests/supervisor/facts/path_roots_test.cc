// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/path_roots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

class PathRootsTest : public ScratchTree {};

TEST_F(PathRootsTest, RootIsNeverScratch) {
  const char* before = getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/", 1);
  const auto roots = find_path_roots({}, {workspace_}, {root_ + "/state"});
  kept.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_THAT(roots.tmp, testing::Contains("/tmp"));
  EXPECT_THAT(roots.tmp, testing::Not(testing::Contains("/")));
  EXPECT_THAT(roots.guard, testing::ElementsAre(root_ + "/state"));
}

// A path is judged where it really lies.
TEST_F(PathRootsTest, WhatIsNamedThroughALinkCountsWhereItLies) {
  std::filesystem::create_directories(root_ + "/real/sec");
  std::filesystem::create_symlink(root_ + "/real", root_ + "/linked");
  policy::Policy policy;
  policy.paths = {{root_ + "/linked/sec/**", policy::PathClass::kSecret},
                  {root_ + "/linked/free/**", policy::PathClass::kTmp}};
  const auto roots = find_path_roots(policy, {workspace_}, {});
  EXPECT_THAT(
      roots.patterns,
      testing::ElementsAre(testing::Pair(root_ + "/linked/sec/**", policy::PathClass::kSecret),
                           testing::Pair(root_ + "/linked/free/**", policy::PathClass::kTmp),
                           testing::Pair(root_ + "/real/sec/**", policy::PathClass::kSecret)));
}

}  // namespace
}  // namespace guard::supervisor

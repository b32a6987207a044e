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

// Whoever writes a policy file writes what the next run is held to.
TEST_F(PathRootsTest, PolicyFilesSteerWhereverTheyLie) {
  using policy::ObjectType;
  using policy::PathClass;
  file("real/ci[1].yaml");
  link("real/ci[1].yaml", "ci.yaml");
  file("build/gate.yaml");
  policy::Policy policy;
  policy.paths = {{"**", PathClass::kTmp}};
  policy.files = {"default", workspace_ + "/ci.yaml", workspace_ + "/build/gate.yaml"};
  const policy::PathClassifier classifier(find_path_roots(policy, {workspace_}, {}));
  for (const char* name : {"/ci.yaml", "/real/ci[1].yaml", "/build/gate.yaml"})
    EXPECT_EQ(classifier.classify(workspace_ + name, ObjectType::kFile), PathClass::kConfig)
        << name;
  EXPECT_EQ(classifier.classify(workspace_ + "/default", ObjectType::kFile), PathClass::kTmp);
  EXPECT_TRUE(classifier.holds_policy_file(workspace_ + "/real"));
  EXPECT_FALSE(classifier.holds_policy_file(workspace_ + "/other"));
}

TEST_F(PathRootsTest, PolicyFilesStayGuardedCloser) {
  using policy::ObjectType;
  using policy::PathClass;
  const std::string own = file("own/policy.yaml");
  const std::string sealed = file("sealed.yaml");
  policy::Policy policy;
  policy.paths = {{"sealed.yaml", PathClass::kSecret}};
  policy.files = {"/etc/guard/policy.yaml", own, sealed};
  const policy::PathClassifier classifier(
      find_path_roots(policy, {workspace_}, {workspace_ + "/own"}));
  EXPECT_EQ(classifier.classify(own, ObjectType::kFile), PathClass::kGuard);
  EXPECT_EQ(classifier.classify(sealed, ObjectType::kFile), PathClass::kSecret);
  EXPECT_EQ(classifier.classify("/etc/guard/policy.yaml", ObjectType::kFile), PathClass::kSystem);
}

}  // namespace
}  // namespace guard::supervisor

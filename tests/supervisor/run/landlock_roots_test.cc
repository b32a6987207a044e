// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/landlock_roots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using policy::PathClass;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::Not;

policy::PathRoots a_project() {
  policy::PathRoots roots;
  roots.workspace = {"/home/u/project"};
  roots.home = "/home/u";
  roots.tmp = {"/tmp", "/var/tmp"};
  roots.guard = {"/home/u/.local/state/guard"};
  roots.own_state = {"/home/u/.agent"};
  roots.cache = {"/home/u/.cache"};
  return roots;
}

TEST(LandlockRootsTest, WhatIsUnaskedIsARoot) {
  const auto roots = landlock_roots_of(a_project());
  EXPECT_THAT(roots.folders, IsSupersetOf({"/home/u/project", "/tmp", "/var/tmp", "/home/u/.cache",
                                           "/home/u/.agent", "/dev/shm"}));
  EXPECT_THAT(roots.devices, ElementsAre("/dev", "/proc"));
}

TEST(LandlockRootsTest, HomeGuardAndTheSystemAreNone) {
  auto project = a_project();
  project.workspace.emplace_back("/");
  const auto roots = landlock_roots_of(project);
  for (const char* folder : {"/", "/home/u", "/home/u/.local/state/guard", "/etc"})
    EXPECT_THAT(roots.folders, Not(Contains(folder)));
}

TEST(LandlockRootsTest, AFolderThatHoldsTheHomeOrGuardIsNone) {
  auto project = a_project();
  project.workspace = {"/home/u", "/home/u/project"};
  project.tmp.emplace_back("/srv");
  project.guard.emplace_back("/srv/run/guard");
  const auto roots = landlock_roots_of(project);
  EXPECT_THAT(roots.folders, Contains("/home/u/project"));
  for (const char* folder : {"/home/u", "/srv"}) EXPECT_THAT(roots.folders, Not(Contains(folder)));
}

TEST(LandlockRootsTest, APolicysFoldersAreAddedWhenTheyAreFolders) {
  auto project = a_project();
  project.patterns = {{"./scratch/**", PathClass::kTmp},    {"/srv/cache", PathClass::kCache},
                      {"~/x*/y", PathClass::kTmp},          {"**/*.tmp", PathClass::kTmp},
                      {"~/keys/**", PathClass::kSecret},    {"/**", PathClass::kTmp},
                      {"~/.other/**", PathClass::kOwnState}};
  const auto before = landlock_roots_of(a_project()).folders.size();
  const auto roots = landlock_roots_of(project);
  EXPECT_THAT(roots.folders,
              IsSupersetOf({"/home/u/project/scratch", "/srv/cache", "/home/u/.other"}));
  EXPECT_EQ(roots.folders.size(), before + 3);
}

}  // namespace
}  // namespace guard::supervisor

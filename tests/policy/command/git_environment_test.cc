// SPDX-License-Identifier: Apache-2.0
#include "policy/command/git_environment.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace guard::policy {
namespace {

using Entries = std::vector<std::string>;

Entries left_of(Entries changes) {
  leave_out_settings(changes, {"core.hooksPath="});
  return changes;
}

TEST(GitEnvironmentTest, LeavesOutWhatWasGivenToTheLetter) {
  EXPECT_EQ(left_of({"A=1", "GIT_CONFIG_KEY_2=core.hooksPath", "GIT_CONFIG_VALUE_2="}),
            (Entries{"A=1", "GIT_CONFIG_VALUE_2="}));
  EXPECT_EQ(left_of({"GIT_CONFIG_KEY_0=CORE.hookspath", "GIT_CONFIG_VALUE_0="}),
            Entries{"GIT_CONFIG_VALUE_0="});
}

TEST(GitEnvironmentTest, KeepsAnotherValueNameOrNumber) {
  for (const Entries& kept : {
           Entries{"GIT_CONFIG_KEY_2=core.hooksPath", "GIT_CONFIG_VALUE_2=/tmp/x"},
           Entries{"GIT_CONFIG_KEY_2=core.hooksPath", "GIT_CONFIG_VALUE_1="},
           Entries{"GIT_CONFIG_KEY_2=core.pager", "GIT_CONFIG_VALUE_2="},
           Entries{"GIT_CONFIG_KEY_=core.hooksPath", "GIT_CONFIG_VALUE="},
           Entries{"GIT_CONFIG_KEY_2", "GIT_CONFIG_VALUE_2="},
       }) {
    EXPECT_EQ(left_of(kept), kept) << kept.front();
  }
}

TEST(GitEnvironmentTest, KeepsWhatIsThereTwice) {
  const Entries values{"GIT_CONFIG_KEY_2=core.hooksPath",
                       "GIT_CONFIG_VALUE_2=", "GIT_CONFIG_VALUE_2=/tmp/x"};
  EXPECT_EQ(left_of(values), values);
  const Entries keys{"GIT_CONFIG_KEY_2=core.hooksPath", "GIT_CONFIG_KEY_2=core.hooksPath",
                     "GIT_CONFIG_VALUE_2="};
  EXPECT_EQ(left_of(keys), keys);
}

}  // namespace
}  // namespace guard::policy

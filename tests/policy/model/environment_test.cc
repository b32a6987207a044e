// SPDX-License-Identifier: Apache-2.0
// The variables that CMD gets.
#include "policy/model/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<std::string> kEntries = {"PATH=/bin", "A_TOKEN=x=y", "B_TOKEN=z",
                                           "EMPTY=", "odd"};

TEST(EnvironmentTest, EverythingIsKeptUnlessAPolicySaysOtherwise) {
  EXPECT_EQ(kept_environment({}, kEntries), kEntries);
}

TEST(EnvironmentTest, TheLastPatternThatFitsCounts) {
  EXPECT_THAT(kept_environment({{"*_TOKEN", false}, {"B_*", true}}, kEntries),
              ElementsAre("PATH=/bin", "B_TOKEN=z", "EMPTY=", "odd"));
  EXPECT_THAT(kept_environment({{"B_*", true}, {"*", false}}, kEntries), IsEmpty());
}

TEST(EnvironmentTest, OnlyNamesAreTold) {
  EXPECT_THAT(dropped_names({{"*_TOKEN", false}, {"odd", false}}, kEntries),
              ElementsAre("A_TOKEN", "B_TOKEN", "odd"));
}

TEST(EnvironmentTest, KeepWinsWithinAFileAndLaterFilesWin) {
  const auto policy =
      load_policy({{"a.yaml", "environment: {keep: [B_TOKEN], drop: [\"*_TOKEN\", EMPTY]}"},
                   {"b.yaml", "environment: {keep: EMPTY}"}});
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_THAT(dropped_names(policy->environment, kEntries), ElementsAre("A_TOKEN"));
}

TEST(EnvironmentTest, AnUntrustedFileOnlyDrops) {
  const auto policy = load_policy(
      {{"a.yaml", "environment: {drop: A_TOKEN}"},
       {"b.yaml", "environment: {keep: A_TOKEN, drop: B_TOKEN}", FileTrust::kMayOnlyTighten}});
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_THAT(dropped_names(policy->environment, kEntries), ElementsAre("A_TOKEN", "B_TOKEN"));
  EXPECT_THAT(policy->not_applied, ElementsAre(testing::HasSubstr("environment.keep: A_TOKEN")));
}

}  // namespace
}  // namespace guard::policy

// SPDX-License-Identifier: Apache-2.0
// The author of an allow rule that reaches tier 3 is told what it lets go.
#include "policy/load/unasked_acts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "policy/load/rules_hold.h"
#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string rule(const std::string& id, const std::string& when,
                 const std::string& decision = "allow") {
  return "  - {id: " + id + ", when: {" + when + "}, decision: " + decision + "}\n";
}

std::vector<UnaskedActs> found_in(const std::string& rules) {
  const auto policy = load_policy({{"p.yaml", "rules:\n" + rules}});
  EXPECT_TRUE(policy) << policy.error().text();
  return policy ? unasked_acts(*policy) : std::vector<UnaskedActs>();
}

std::vector<std::string> acts_of(const std::string& when) {
  const auto found = found_in(rule("a", when));
  return found.empty() ? std::vector<std::string>() : found.front().acts;
}

TEST(UnaskedActsTest, AnAllowedPushIsAForcedOneToo) {
  EXPECT_THAT(acts_of("command: git, sub: push"), Contains("git push --force"));
  EXPECT_THAT(acts_of("command: git, sub: push"), Each(HasSubstr("push")));
}

TEST(UnaskedActsTest, ARuleOfOrdinaryActsIsNotBlamed) {
  for (const char* when :
       {"command: git, sub: tag", "path: \"scratch/**\"", "act: read, path: .env",
        "act: listen, host: \"0.0.0.0:3000\"", "command: npm, sub: install"})
    EXPECT_THAT(acts_of(when), IsEmpty()) << when;
}

TEST(UnaskedActsTest, PathsHostsAndFoldersAreTried) {
  EXPECT_THAT(acts_of("path: \"/usr/lib/**\""), Contains(HasSubstr(" /usr/lib/x")));
  EXPECT_THAT(acts_of("act: connect, host: \"*\""), Contains(HasSubstr("169.254.169.254")));
  EXPECT_THAT(acts_of("command: rm"), Contains("rm /usr/lib/x"));
}

TEST(UnaskedActsTest, AnotherRuleMayHoldThemBackOrMeanThem) {
  const std::string allows = rule("a", "command: git, sub: push");
  EXPECT_THAT(found_in(allows), Not(IsEmpty()));
  const std::string there = "command: git, sub: push, tier: 3";
  EXPECT_THAT(found_in(allows + rule("b", there, "ask")), IsEmpty());
  EXPECT_THAT(found_in(allows + rule("b", there, "deny")), IsEmpty());
  EXPECT_THAT(found_in(allows + rule("b", there, "allow")), IsEmpty()) << "meant so";
  EXPECT_THAT(found_in(allows + rule("b", "command: git, sub: tag, tier: 3", "allow")),
              Not(IsEmpty()));
}

TEST(UnaskedActsTest, TheTextNamesThreeAndCountsTheOthers) {
  UnaskedActs found;
  found.acts = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(unasked_text(found), "lets acts of tier 3 go unasked: a, b, c and 2 more");
  found.acts.resize(2);
  EXPECT_EQ(unasked_text(found), "lets acts of tier 3 go unasked: a, b");
}

TEST(UnaskedActsTest, ARuleOfAPathAloneIsSaidToHoldForEveryAct) {
  const auto warned = [](const std::string& when) {
    const auto policy = load_policy({{"p.yaml", "rules:\n" + rule("a", when)}});
    EXPECT_TRUE(policy);
    const auto doubts = policy ? doubts_about(*policy) : std::vector<std::string>();
    return doubts.empty() ? std::string() : doubts.front();
  };
  const std::string alone = warned("path: \"./.git/**\"");
  EXPECT_THAT(alone, HasSubstr("every act there go unasked"));
  EXPECT_THAT(alone, HasSubstr("delete ./.git/x"));
  EXPECT_THAT(alone, HasSubstr("`act: [read, write]`"));
  const std::string of_acts = warned("path: \"./.git/**\", act: delete");
  EXPECT_THAT(of_acts, HasSubstr("lets acts of tier 3 go unasked: delete ./.git/x"));
  EXPECT_THAT(of_acts, Not(HasSubstr("every act")));
  EXPECT_THAT(warned("path: \"./.git/**\", act: read"), IsEmpty());
}

TEST(UnaskedActsTest, ValidateWarnsWithThePlace) {
  const auto policy = load_policy({{"p.yaml", "rules:\n" + rule("a", "command: git, sub: push")}});
  ASSERT_TRUE(policy);
  EXPECT_THAT(doubts_about(*policy),
              ElementsAre(HasSubstr("p.yaml:2:1: rule a: lets acts of tier 3 go unasked: git")));
}

}  // namespace
}  // namespace guard::policy

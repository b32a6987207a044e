// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/rules_here.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class RulesHereTest : public ScratchTree {
 protected:
  RulesHereTest() {
    folder("db/migrations");
    link("db/migrations", "lnk");
    std::filesystem::create_directories(root_ + "/home/store");
    link(root_ + "/home/store", "data");
    std::filesystem::create_symlink("store", root_ + "/home/klink");
  }
  std::vector<policy::Rule> behind(policy::Verdict decision, std::vector<std::string> path,
                                   std::vector<std::string> command = {}) const {
    policy::Rule rule;
    rule.id = "a";
    rule.decision = decision;
    rule.when.path = std::move(path);
    rule.when.command = std::move(command);
    policy::PathRoots roots;
    roots.workspace = {workspace_};
    roots.home = root_ + "/home";
    return rules_here({rule}, roots);
  }
};

TEST_F(RulesHereTest, ARuleHoldsForBothSpellings) {
  for (const auto decision : {policy::Verdict::kDeny, policy::Verdict::kAsk}) {
    const auto also = behind(decision, {"lnk/**", "lnk/001.sql", "data", "~/klink/**", "src/**"});
    ASSERT_EQ(also.size(), 1U);
    EXPECT_EQ(also[0].decision, decision);
    EXPECT_TRUE(also[0].only_tightens);
    EXPECT_TRUE(also[0].joins_only);
    EXPECT_THAT(also[0].when.path,
                ElementsAre("lnk/**", workspace_ + "/db/migrations/**", "lnk/001.sql",
                            workspace_ + "/db/migrations/001.sql", "data", root_ + "/home/store",
                            "~/klink/**", root_ + "/home/store/**", "src/**"));
  }
}

TEST_F(RulesHereTest, AProgramByItsPathIsTheOneBehindTheLink) {
  const std::string real = file("bin/tool-2");
  link("tool-2", "bin/tool");
  const auto also = behind(policy::Verdict::kDeny, {}, {"git", "./bin/tool", "bin/too*"});
  ASSERT_EQ(also.size(), 1U);
  EXPECT_THAT(also[0].when.command, ElementsAre("git", "./bin/tool", real, "bin/too*"));
}

// Whoever may change the link could choose what is excepted.
TEST_F(RulesHereTest, AnExceptionFollowsNoLinkAndKeepsItsPlace) {
  const auto also = behind(policy::Verdict::kDeny, {"lnk/**", "!lnk/001.sql", "data"});
  ASSERT_EQ(also.size(), 1U);
  EXPECT_THAT(also[0].when.path, ElementsAre("lnk/**", workspace_ + "/db/migrations/**",
                                             "!lnk/001.sql", "data", root_ + "/home/store"));
}

TEST_F(RulesHereTest, WhatAllowsFollowsNoLink) {
  EXPECT_THAT(behind(policy::Verdict::kAllow, {"lnk/**"}), IsEmpty());
}

TEST_F(RulesHereTest, WithoutALinkThereIsNothingToAdd) {
  EXPECT_THAT(behind(policy::Verdict::kDeny, {"db/**", "**/x", "nosuch/*"}, {"git"}), IsEmpty());
}

TEST_F(RulesHereTest, ANameOfTheHostsFileIsItsLoopbackAddresses) {
  const std::string hosts = file("hosts",
                                 "127.0.0.1 localhost\n::1 localhost db.Local # db.remote\n"
                                 "127.0.1.1\tbox db.local\n192.0.2.7 box\n");
  policy::Rule rule;
  rule.when.host = {"db.local:5432", "BOX", "db.remote", "192.0.2.1:1"};
  const auto also = rules_here({rule}, {}, hosts.c_str());
  ASSERT_EQ(also.size(), 1U);
  EXPECT_THAT(also[0].when.host, ElementsAre("db.local:5432", "BOX", "db.remote", "192.0.2.1:1",
                                             "[::1]:5432", "127.0.1.1:5432", "127.0.1.1"));
  rule.decision = policy::Verdict::kAllow;
  EXPECT_THAT(rules_here({rule}, {}, hosts.c_str()), IsEmpty());
}

TEST_F(RulesHereTest, WildcardsInNamesStayThemselves) {
  folder("a[b]");
  link("a[b]", "odd*");
  const auto also = behind(policy::Verdict::kDeny, {"odd\\*/*.c"});
  ASSERT_EQ(also.size(), 1U);
  EXPECT_EQ(also[0].when.path.back(), workspace_ + "/a\\[b]/*.c");
}

}  // namespace
}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/guarded_names.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

class GuardedNamesTest : public ScratchTree {
 protected:
  GuardedNamesTest() : classifier_(roots()) {
    folder("db/m");
    folder(".vscode");
    file("db/m/1");
    file(".vscode/tasks.json");
    file("free");
  }
  policy::PathRoots roots() const {
    policy::PathRoots roots;
    roots.workspace = {workspace_};
    roots.home = root_ + "/home";
    return roots;
  }
  static policy::Rule rule(policy::Verdict decision, std::vector<std::string> path) {
    policy::Rule rule;
    rule.id = "a";
    rule.decision = decision;
    rule.when.path = std::move(path);
    return rule;
  }
  std::string guarded(const std::string& name, std::vector<policy::Rule> rules = {}) const {
    GuardedNames names(classifier_, std::move(rules));
    struct stat status {};
    EXPECT_EQ(::lstat((workspace_ + "/" + name).c_str(), &status), 0);
    const auto found = names.name_of(status);
    EXPECT_TRUE(names.has_looked());
    EXPECT_FALSE(names.is_cut_short());
    return found ? found->substr(workspace_.size() + 1) : "none";
  }
  void another(const std::string& name, const std::string& further) const {
    std::filesystem::create_hard_link(workspace_ + "/" + name, workspace_ + "/" + further);
  }

  policy::PathClassifier classifier_;
};

TEST_F(GuardedNamesTest, ARuleThatTightensGuardsEveryName) {
  another("db/m/1", "hl");
  for (const auto decision : {policy::Verdict::kDeny, policy::Verdict::kAsk}) {
    EXPECT_EQ(guarded("hl", {rule(decision, {"db/m/**"})}), "db/m/1");
    EXPECT_EQ(guarded("hl", {rule(decision, {"**/1"})}), "db/m/1");
    EXPECT_EQ(guarded("hl", {rule(decision, {"db/m/1"})}), "db/m/1");
    EXPECT_EQ(guarded("hl", {rule(decision, {"other/**", "!db/m/1"})}), "none");
  }
  EXPECT_EQ(guarded("hl", {rule(policy::Verdict::kAllow, {"db/m/**"})}), "none");
}

TEST_F(GuardedNamesTest, ALinkOnTheRulesWayIsFollowed) {
  another("db/m/1", "hl");
  link("db", "lnk");
  EXPECT_EQ(guarded("hl", {rule(policy::Verdict::kDeny, {"lnk/m/**"})}), "db/m/1");
}

TEST_F(GuardedNamesTest, WhatSteersProgramsIsGuarded) {
  another(".vscode/tasks.json", "tasks");
  another("free", "free2");
  EXPECT_EQ(guarded("tasks"), ".vscode/tasks.json");
  EXPECT_EQ(guarded("free2"), "none");
}

TEST_F(GuardedNamesTest, OneNameIsNoOther) {
  struct stat status {};
  ASSERT_EQ(::lstat((workspace_ + "/free").c_str(), &status), 0);
  EXPECT_FALSE(GuardedNames::may_be_one(status));
  another("free", "free2");
  ASSERT_EQ(::lstat((workspace_ + "/free").c_str(), &status), 0);
  EXPECT_TRUE(GuardedNames::may_be_one(status));
  ASSERT_EQ(::lstat((workspace_ + "/db").c_str(), &status), 0);
  EXPECT_FALSE(GuardedNames::may_be_one(status));
}

}  // namespace
}  // namespace guard::supervisor

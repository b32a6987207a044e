// SPDX-License-Identifier: Apache-2.0
// A lock holds the key that it names, and what of other keys would change the same outcome.
#include "policy/load/locks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Result<Policy> load_under(const std::string& machine, const PolicyFile& later) {
  return load_policy({{.name = "etc.yaml", .text = machine}, later});
}

Result<Policy> load_user(const std::string& locked, const std::string& text) {
  return load_under("locked: [" + locked + "]", {.name = "user.yaml", .text = text});
}

struct Case {
  const char* lock;
  const char* text;
};

constexpr Case kHeld[] = {
    {"mode", "mode: trusting"},
    {"mode", "modes: {balanced: {tier2: allow}}"},
    {"mode", "modes: {paranoid: {tier1: log}}"},
    {"mode", "safe_mode: off"},
    {"mode", "categories: {DEPS_INSTALL_UPDATE: 1}"},
    {"mode", "rules: [{id: a, when: {tier: 2}, decision: allow}]"},
    {"mode", "rules: [{id: a, when: {act: delete}, decision: allow}]"},
    {"mode", "rules: [{id: a, when: {category: SUDO, command: \"*\"}, decision: allow}]"},
    {"mode", "rules: [{id: a, when: {path: [x, \"/**\"]}, decision: allow}]"},
    {"categories", "categories: {SUDO: 3}"},
    {"categories", "rules: [{id: a, when: {category: SUDO}, decision: allow}]"},
    {"categories", "commands: [{command: npm, subcommand: off}]"},
    {"rules", "rules: [{id: a, when: {tier: 2}, decision: deny}]"},
    {"rules", "pre_confirmed: \"rm -rf ./build/*\""},
    {"rules", "categories: {SUDO: 1}"},
    {"rules", "commands: [{command: git, stop_at_operand: on}]"},
    {"rules", "commands: [{command: x, implied: {acts: delete, classes: workspace}}]"},
    {"rules", "paths: {tmp: \"photos/**\"}"},
    {"rules", "network: {allow: x.org}"},
    {"rules", "network: {listen: allow}"},
    {"rules", "secrets: {reads: off}"},
    {"rules", "profiles: {x: {command: x, hosts: x.org}}"},
    {"rules", "profiles: {x: {command: x, state: ~/.mine}}"},
    {"network", "rules: [{id: a, when: {host: x.org}, decision: allow}]"},
    {"network", "rules: [{id: a, when: {act: listen}, decision: allow}]"},
    {"paths", "secrets: {reads: log}"},
    {"secrets", "paths: {tmp: \".env\"}"},
    {"two_person", "safe_mode: off"},
    {"two_person", "approvers: [mallory]"},
    {"approvers", "delegation: {tier: 3}"},
    {"workspace", "workspace: /elsewhere"},
    {"timeouts", "timeouts: {tier2: 48h}"},
};

TEST(LocksTest, WhatWouldChangeTheSameOutcomeDoesNotLoad) {
  for (const auto& [lock, text] : kHeld) {
    const auto policy = load_user(lock, text);
    ASSERT_FALSE(policy) << lock << " against " << text;
    EXPECT_THAT(policy.error().context, HasSubstr("is locked by etc.yaml:1")) << text;
    EXPECT_THAT(policy.error().context, HasSubstr("user.yaml:1:")) << text;
    EXPECT_TRUE(load_user("alerts", text)) << text;
  }
}

constexpr Case kFree[] = {
    {"mode", "modes: {mine: {tier2: allow}}"},  // which no file can choose
    {"mode", "modes: {balanced: {tier1: ask}}"},
    {"mode", "safe_mode: on"},
    {"mode", "categories: {DEPS_INSTALL_UPDATE: 3}"},
    {"mode", "rules: [{id: a, when: {tier: 2}, decision: deny}]"},
    {"mode", "rules: [{id: a, when: {tier: 2}, category: SUDO}]"},
    {"mode", "rules: [{id: a, when: {command: make}, decision: allow}]"},
    {"mode", "rules: [{id: a, when: {path: \"out/**\"}, decision: allow}]"},
    {"mode", "network: {allow: x.org}"},
    {"rules", "paths: {secret: \"photos/**\"}"},
    {"rules", "commands: [{command: fresh, value_flags: c}]"},
    {"rules", "network: {listen: ask}"},
    {"network", "rules: [{id: a, when: {host: x.org}, decision: deny}]"},
    {"modes", "mode: trusting"},
    {"mode, rules", "extends: strict"},
};

TEST(LocksTest, WhatTightensOrNamesOneThingLoads) {
  for (const auto& [lock, text] : kFree) {
    const auto policy = load_user(lock, text);
    EXPECT_TRUE(policy) << lock << " against " << text << ": " << policy.error().text();
  }
}

// A lock that one rule meets says nothing of the next one.
TEST(LocksTest, EachRuleIsHeldByItself) {
  const auto policy = load_user("mode",
                                "rules: [{id: a, when: {tier: 2}, decision: allow},\n"
                                "{id: b, when: {command: make}, decision: allow}]");
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().context, HasSubstr("user.yaml:1:9: rule a: allows: mode is locked"));
  EXPECT_THAT(policy.error().context, Not(HasSubstr("rule b")));
}

TEST(LocksTest, EachLockedKeyOfAFileIsNamed) {
  const auto policy = load_user("mode, undo", "mode: trusting\nundo: {keep: 1d}");
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().context, HasSubstr("user.yaml:1:1: mode: is locked"));
  EXPECT_THAT(policy.error().context, HasSubstr("user.yaml:2:1: undo: is locked"));
}

// It came with the repository: it must not keep guard from starting.
TEST(LocksTest, AProjectsFileLoadsAndOnlyTightens) {
  const std::string text =
      "mode: trusting\nundo: {keep: 1d}\nprofiles: {x: {command: x, hosts: x.org}}\n"
      "rules: [{id: no, when: {tier: 2}, decision: deny},\n"
      "{id: yes, when: {command: make}, decision: allow}]";
  for (const PolicyFile& file :
       {PolicyFile{.name = ".guard.yaml", .text = text, .trust = FileTrust::kMayOnlyTighten},
        PolicyFile{.name = ".guard.yaml", .text = text, .was_trusted = true}}) {
    const auto policy = load_under("locked: [mode, undo, rules, network]", file);
    ASSERT_TRUE(policy) << policy.error().text();
    EXPECT_EQ(policy->mode.name, "balanced");
    EXPECT_EQ(policy->undo_keep, Policy().undo_keep);
    ASSERT_EQ(policy->rules.size(), 1U);
    EXPECT_EQ(policy->rules[0].id, "no");
    EXPECT_THAT(policy->not_applied,
                Contains(HasSubstr(".guard.yaml:5:1: rule yes: allows: rules is locked by etc")));
  }
}

TEST(LocksTest, WhatIsNoKeyOfAFileIsHeldToo) {
  const Policy policy = *load_policy({{.name = "e.yaml", .text = "locked: [on_ask]"}});
  EXPECT_EQ(lock_over(policy.locked_at, kOnAsk), "on_ask is locked by e.yaml:1");
  for (const char* lock : {"mode", "safe_mode"})
    EXPECT_NE(lock_over({{lock, "e.yaml:1"}}, kOnAsk), "") << lock;
  EXPECT_THAT(lock_over({{"rules", "e.yaml:1"}}, kOnAsk), IsEmpty());
}

}  // namespace
}  // namespace guard::policy

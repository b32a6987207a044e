// SPDX-License-Identifier: Apache-2.0
// A project's own file: it may tighten, and never loosen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A trusted file, then the project's own.
Result<Policy> load_project(const std::string& trusted, const std::string& project) {
  return load_policy(
      {{"user.yaml", trusted}, {".guard.yaml", project, FileTrust::kMayOnlyTighten}});
}

constexpr const char* kLoosening[] = {
    "mode: trusting",
    "safe_mode: off",
    "network: {allow: [x.org]}",
    "network: {listen: narrow}",
    "network: {listen: allow}",
    "secrets: {reads: off}",
    "secrets: {after_read: off}",
    "installs: {scripts: log}",
    "installs: {scripts: off}",
    "collisions: {writes: log}",
    "collisions: {writes: off}",
    "landlock: off",
    "sudo: {allow: [id]}",
    "sudo: {ticket: keep}",
    "timeouts: {tier2: 48h}",
    "undo: {keep: 1d}",
    "categories: {SUDO: 1}",
    "categories: {NETWORK_RISK: 2}",
    "paths: {tmp: [\"src/**\"]}",
    "paths: {own_state: [x]}",
    "paths: {secret: [/etc/**]}",
    "paths: {secret: [\"~/x\"]}",
    "paths: {secret: [\"**\"]}",
    "paths: {config: [\".git/**\"]}",
    "modes: {balanced: {tier2: allow}}",
    "workspace: /",
    "workspace: ../..",
    "workspace: a/../../b",
    "pre_confirmed: [\"rm -rf ./build/*\"]",
    "approvers: [mallory]",
    "alerts: {bell: off}",
    "alerts: {title: off}",
    "alerts: {after: 1h}",
    "alerts: {desktop: off}",
    "alerts: {tmux: popup}",
    "alerts: {command: [/bin/sh, -c, x]}",
    "audit: {sinks: [{name: mine, type: file, path: ~/x}]}",
    "audit: {sinks: [{name: mine, type: command, command: [/bin/sh, -c, x]}]}",
    "alerts: {webhook: {url: \"https://mallory.example/\", secret_env: HOME}}",
    "delegation: {tier: 3}",
    "profiles: {mine: {command: bash, state: ~/.mine, hosts: x.org}}",
    "rules: [{id: x, when: {tier: 2}, decision: allow}]",
    "commands: [{command: known, value_flags: [f]}]",
    "commands: [{command: known, wrapper: {skip_operands: 1}}]",
    "commands: [{command: \"kno*\", subcommand: on}]",
    "commands: [{command: fresh, implied: {acts: delete, classes: workspace}}]",
    "commands: [{command: known, rules: [{id: y, implied: {acts: delete, classes: vcs}}]}]",
};

TEST(UntrustedFileTest, WhatLoosensIsListedAndNotApplied) {
  const std::string trusted = "commands: [{command: known}]\ncategories: {NETWORK_RISK: 3}";
  const auto before = load_project(trusted, "version: 1");
  ASSERT_TRUE(before);
  for (const char* text : kLoosening) {
    const auto after = load_project(trusted, text);
    ASSERT_TRUE(after) << text << ": " << after.error().text();
    EXPECT_THAT(after->not_applied, ElementsAre(HasSubstr(".guard.yaml:1:"))) << text;
    EXPECT_EQ(after->mode, before->mode) << text;
    EXPECT_EQ(after->modes, before->modes) << text;
    EXPECT_EQ(after->safe_mode, before->safe_mode) << text;
    EXPECT_EQ(after->workspace, before->workspace) << text;
    EXPECT_EQ(after->network_allow, before->network_allow) << text;
    EXPECT_EQ(after->network_listen, before->network_listen) << text;
    EXPECT_EQ(after->secret_reads, before->secret_reads) << text;
    EXPECT_EQ(after->after_read, before->after_read) << text;
    EXPECT_EQ(after->install_scripts, before->install_scripts) << text;
    EXPECT_EQ(after->landlock, before->landlock) << text;
    EXPECT_EQ(after->sudo_allow, before->sudo_allow) << text;
    EXPECT_EQ(after->sudo_ticket, before->sudo_ticket) << text;
    EXPECT_EQ(after->tier2_timeout, before->tier2_timeout) << text;
    EXPECT_EQ(after->undo_keep, before->undo_keep) << text;
    EXPECT_EQ(after->category_tiers, before->category_tiers) << text;
    EXPECT_EQ(after->paths, before->paths) << text;
    EXPECT_EQ(after->pre_confirmed, before->pre_confirmed) << text;
    EXPECT_EQ(after->approvers, before->approvers) << text;
    EXPECT_EQ(after->profiles, before->profiles) << text;
    EXPECT_EQ(after->alerts, before->alerts) << text;
    EXPECT_EQ(after->sinks, before->sinks) << text;
    EXPECT_EQ(after->environment, before->environment) << text;
    EXPECT_EQ(after->rules, before->rules) << text;
    EXPECT_EQ(after->commands, before->commands) << text;
  }
}

TEST(UntrustedFileTest, WhatTightensIsApplied) {
  const auto policy = load_project("commands: [{command: known}]", R"(
mode: paranoid
workspace: [sub]
landlock: on
timeouts: {tier2: 1h}
alerts: {bell: on, after: 1s}
categories: {DEPS_INSTALL_UPDATE: 3}
paths: {secret: ["**/*.tfvars", "conf/prod/*"]}
modes: {mine: {tier2: allow}}
rules:
  - {id: a, when: {tier: 2}, decision: deny}
  - {id: b, when: {path: x}, decision: ask, tier: 2}
commands:
  - {command: known, rules: [{id: known.x, has: x, category: SUDO, tier: 3}]}
  - {command: fresh, value_flags: [c], subcommand: on}
)");
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_THAT(policy->not_applied, IsEmpty());
  EXPECT_EQ(policy->mode.name, "paranoid");
  EXPECT_THAT(policy->workspace, ElementsAre("sub"));
  EXPECT_EQ(policy->landlock, LandlockUse::kOn);
  EXPECT_EQ(policy->tier2_timeout, std::chrono::hours(1));
  EXPECT_EQ(policy->alerts.after, std::chrono::seconds(1));
  EXPECT_EQ(policy->category_tiers.at(Category::kDepsInstallUpdate), 3);
  // "**/" of an untrusted file hangs from the project.
  EXPECT_THAT(policy->paths, ElementsAre(std::pair("./**/*.tfvars", PathClass::kSecret),
                                         std::pair("conf/prod/*", PathClass::kSecret)));
  ASSERT_THAT(policy->rules, SizeIs(2));
  EXPECT_TRUE(policy->rules[1].only_tightens);
  EXPECT_EQ(policy->commands.back().commands, std::vector<std::string>{"fresh"});
}

// The first category of an act lets a session approval cover it. guard's own word about an act, in
// a pack, is no less true where an untrusted file extends it.
TEST(UntrustedFileTest, ACategoryOfItsOwnCountsBesideOthersOnlyAndThatOfAPackAlways) {
  const auto policy = load_project(
      "version: 1",
      "extends: [strict]\nrules: [{id: own, when: {tier: 0}, category: SUDO, decision: ask}]");
  ASSERT_TRUE(policy) << policy.error().text();
  for (const Rule& rule : policy->rules) EXPECT_EQ(rule.joins_only, rule.id == "own") << rule.id;
  const auto trusted =
      load_project("rules: [{id: own, when: {tier: 0}, category: SUDO}]", "version: 1");
  ASSERT_TRUE(trusted);
  EXPECT_FALSE(trusted->rules.at(0).joins_only);
}

}  // namespace
}  // namespace guard::policy

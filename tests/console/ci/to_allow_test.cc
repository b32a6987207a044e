// SPDX-License-Identifier: Apache-2.0
// A line that is shown to allow an act is a policy that loads, and says no more than that act.
#include "console/ci/to_allow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using testing::HasSubstr;

// Asked about, and nobody answered.
AuditRecord refused(const std::string& act, const std::string& rule, const std::string& category) {
  AuditRecord record;
  record.act = act;
  record.rule = rule;
  record.categories = {category};
  record.decision = "deny";
  record.approval_status = "denied";
  record.outcome = "refused";
  record.risk_tier = 2;
  record.exe = "/usr/bin/env";  // installed wherever this runs
  record.cwd = "/w";
  return record;
}

AuditRecord command(std::vector<std::string> argv, const std::string& rule,
                    const std::string& category) {
  AuditRecord record = refused("exec", rule, category);
  record.argv = std::move(argv);
  return record;
}

std::string line(const AuditRecord& record, const std::string& policy = "") {
  std::vector<policy::PolicyFile> files;
  if (!policy.empty()) files.push_back({.name = "p.yaml", .text = policy});
  auto loaded = policy::load_policy(files);
  if (!loaded) return loaded.error().text();
  const ToAllow to_allow(std::make_shared<const policy::Policy>(std::move(*loaded)),
                         {{"/w"}, "/home/ana"});
  const std::string text = to_allow.line_for(record);
  if (!text.empty()) {
    const auto again = policy::load_policy({{.name = "line", .text = text + "\n"}});
    EXPECT_TRUE(again) << text << ": " << again.error().text();
  }
  return text.empty() ? to_allow.rule_that_refuses(record) : text;
}

TEST(ToAllowTest, AReadIsAllowedByItsPathAlone) {
  AuditRecord read = refused("read", "fs.read", "FS_CONFIG_SECRETS");
  read.objects = {"/w/conf/[x].env"};
  EXPECT_EQ(
      line(read),
      "rules: [{id: allow.read, when: {act: read, path: 'conf/\\[x].env'}, decision: allow}]");
}

TEST(ToAllowTest, AHostIsAllowedByItsNameAndPort) {
  AuditRecord connect = refused("connect", "network.other", "NETWORK_RISK");
  connect.objects = {"tcp 93.184.216.34 443"};
  connect.result_summary = "connect to example.org (93.184.216.34) port 443";
  EXPECT_EQ(line(connect), "network: {allow: ['example.org:443']}");
}

TEST(ToAllowTest, ACommandIsAllowedWithItsFirstWords) {
  AuditRecord push = command({"git", "push", "origin", "main"}, "git.push", "GIT_PUBLISH");
  push.exe = "/usr/bin/git";
  const std::string text = line(push);
  if (text.empty()) GTEST_SKIP() << "no git is installed here";
  EXPECT_THAT(text, HasSubstr("command: git, sub: push, has: origin"));
}

TEST(ToAllowTest, TierThreeTakesAPerson) {
  AuditRecord push = command({"git", "push", "--force"}, "git.push.force", "GIT_PUBLISH");
  push.risk_tier = 3;
  EXPECT_EQ(line(push), "");
}

TEST(ToAllowTest, WhatWasTakenOutOfTheRecordIsNotSuggested) {
  AuditRecord read = refused("read", "fs.read", "FS_CONFIG_SECRETS");
  read.objects = {"/w/ghp_[redacted 5f2c]"};
  EXPECT_EQ(line(read), "");
}

TEST(ToAllowTest, ARuleOfThePolicyIsNamedWithItsPlace) {
  AuditRecord removal = refused("delete", "keep-it", "FS_DELETE_OVERWRITE");
  removal.objects = {"/w/kept"};
  const std::string policy =
      "rules:\n  - {id: keep-it, when: {act: delete, path: kept}, decision: deny}\n";
  EXPECT_EQ(line(removal, policy), "keep-it in p.yaml:2");
}

}  // namespace
}  // namespace guard::console

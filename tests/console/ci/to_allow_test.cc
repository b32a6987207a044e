// SPDX-License-Identifier: Apache-2.0
// A line that is shown to allow an act is a policy that loads, and says no more than that act.
#include "console/ci/to_allow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text/text.h"
#include "console/output/yaml_words.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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

std::string why_none(const AuditRecord& record) {
  auto loaded = policy::load_policy({});
  if (!loaded) return loaded.error().text();
  return ToAllow(std::make_shared<const policy::Policy>(std::move(*loaded)), {{"/w"}, "/home/ana"})
      .why_none(record);
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

TEST(ToAllowTest, AReadIsAllowedByItsPathAndProgramAlone) {
  AuditRecord read = refused("read", "fs.read", "FS_CONFIG_SECRETS");
  read.objects = {"/w/conf/[x].env"};
  EXPECT_EQ(
      line(read),
      "rules: [{id: allow.read.67f692, when: {command: env, act: read, path: 'conf/\\[x].env'}, "
      "decision: allow}]");
}

TEST(ToAllowTest, ADeletionByPathStopsAtTierThree) {
  AuditRecord removal = refused("delete", "fs.delete.folder", "FS_DELETE_OVERWRITE");
  removal.objects = {"/w/photos"};
  EXPECT_EQ(line(removal),
            "rules: [{id: allow.delete.b78c20, when: {command: env, act: delete, path: photos}, "
            "decision: "
            "allow}, {id: allow.delete.b78c20.tier3, when: {command: env, act: delete, path: "
            "photos, tier: "
            "3}, decision: ask}]");
}

TEST(ToAllowTest, AHostIsAllowedByItsNameAndPort) {
  AuditRecord connect = refused("connect", "network.other", "NETWORK_RISK");
  connect.objects = {"tcp 93.184.216.34 443"};
  connect.result_summary = "connect to example.org (93.184.216.34) port 443";
  EXPECT_EQ(line(connect), "network: {allow: ['example.org:443']}");
}

TEST(ToAllowTest, AHostWithoutItsPortIsNotAllowedOnEveryPort) {
  AuditRecord connect = refused("connect", "network.other", "NETWORK_RISK");
  connect.objects = {"tcp 93.184.216.34 443"};
  connect.result_summary = "connect to example.org";
  EXPECT_THAT(line(connect), Not(HasSubstr("network:")));
}

TEST(ToAllowTest, ACommandIsAllowedByAllOfItsWords) {
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"git", "push"},
                                             {"git", "push", "origin", "main"},
                                             {"git", "clean", "-fd"},
                                             {"git", "reset", "--hard", "HEAD~1"}}) {
    AuditRecord command_of_git = command(words, "git.push", "GIT_PUBLISH");
    command_of_git.exe = "/usr/bin/git";
    const std::string text = line(command_of_git);
    if (text.empty()) GTEST_SKIP() << "no git is installed here";
    EXPECT_EQ(text, "pre_confirmed: [" + yaml_scalar(command_text(words)) + "]");
  }
}

// There the same words would mean another repository.
TEST(ToAllowTest, OfACommandBelowTheWorkspaceNothingIsSuggested) {
  AuditRecord push = command({"git", "push"}, "git.push", "GIT_PUBLISH");
  push.exe = "/usr/bin/git";
  push.cwd = "/w/vendor";
  EXPECT_EQ(line(push), "");
  EXPECT_EQ(why_none(push), "no line lets through this act and nothing worse");
}

// A file of the job's own may become another program, so its words promise nothing.
TEST(ToAllowTest, OfAProgramThatIsNotInstalledItSaysSo) {
  AuditRecord pip = command({".venv/bin/pip", "install", "six"}, "packages.install", "PACKAGES");
  pip.exe = "/w/.venv/bin/pip";
  EXPECT_EQ(line(pip), "");
  EXPECT_THAT(why_none(pip), AllOf(HasSubstr(".venv/bin/pip is no installed program"),
                                   HasSubstr("A rule that names it by its path")));
}

TEST(ToAllowTest, ADeletionBelowTheWorkspaceIsConfirmedByItsPath) {
  AuditRecord removal = command({"rm", "-rf", "d1"}, "rm", "FS_DELETE_OVERWRITE");
  removal.exe = "/usr/bin/rm";
  removal.cwd = "/w/sub";
  removal.objects = {"/w/sub/d1"};
  removal.effect = {{"complete", true}};
  EXPECT_EQ(line(removal), "pre_confirmed: ['rm -rf sub/d1']");
}

// Its words may pick other files the next time.
TEST(ToAllowTest, OfASearchThatDeletesTheWordsAreToldAndWhatTheyOpen) {
  AuditRecord find = command({"find", "data", "-name", "*.csv", "-delete"}, "fs.delete.wildcard",
                             "FS_DELETE_OVERWRITE");
  find.exe = "/usr/bin/find";
  find.objects = {"/w/data/1.csv", "/w/data/2.csv"};
  find.effect = {{"complete", true}};
  EXPECT_EQ(line(find), "");
  EXPECT_EQ(why_none(find),
            "no line lets through these files alone; pre_confirmed: ['find data -name ''*.csv'' "
            "-delete'] allows the command, whatever files its words match by then");
}

TEST(ToAllowTest, WhatWasNotCountedToItsEndIsNotConfirmed) {
  AuditRecord removal = command({"rm", "-rf", "d1"}, "rm", "FS_DELETE_OVERWRITE");
  removal.exe = "/usr/bin/rm";
  removal.objects = {"/w/d1"};
  removal.effect = {{"complete", false}};
  EXPECT_EQ(line(removal), "");
}

// A rule names paths in no order.
TEST(ToAllowTest, OfAMoveNothingIsSuggestedThatOpensTheWayBack) {
  for (const char* act : {"rename", "link"}) {
    AuditRecord move = refused(act, "fs.overwrite", "FS_DELETE_OVERWRITE");
    move.objects = {"/w/new", "/w/old"};
    EXPECT_EQ(line(move), "") << act;
    EXPECT_EQ(why_none(move), "no line says which of the two paths becomes the other") << act;
  }
}

// Only their escapes are on record, which are another name.
TEST(ToAllowTest, OfANameThatIsNoUtf8NothingIsSuggested) {
  AuditRecord removal = refused("delete", "fs.delete.folder", "FS_DELETE_OVERWRITE");
  removal.objects = {"/w/old/\\xff\\xfe"};
  EXPECT_EQ(line(removal), "");
  EXPECT_THAT(why_none(removal), HasSubstr("the record lacks part of the words or names"));
  removal.objects = {"/w/old/\\xyz"};
  EXPECT_NE(line(removal), "");
}

TEST(ToAllowTest, OfAListenerNothingIsSuggestedThatOpensAll) {
  AuditRecord listen = refused("listen", "network.listen", "NETWORK_RISK");
  listen.objects = {"tcp 0.0.0.0 8080"};
  EXPECT_EQ(line(listen), "");
  EXPECT_THAT(why_none(listen), HasSubstr("opens every listener"));
}

TEST(ToAllowTest, OfASecretThatASearchMetNothingIsSuggested) {
  AuditRecord read = refused("read", "secrets.gate", "FS_CONFIG_SECRETS");
  read.objects = {"/w/.env"};
  EXPECT_EQ(line(read), "");
  EXPECT_THAT(why_none(read), HasSubstr("the search went on without"));
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

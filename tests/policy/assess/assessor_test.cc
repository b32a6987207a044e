// SPDX-License-Identifier: Apache-2.0
// Words for people, the network, the policy's own tiers, what is slow.
#include "policy/assess/assessor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr auto kBuilt = Recoverability::kBuilt;

// --- words for people ---

TEST_F(AssessorTest, PublishingNamesBranchAndRemote) {
  const auto assessment = exec("git push origin main");
  EXPECT_EQ(assessment.rule, "git.push");
  EXPECT_THAT(assessment.details, ElementsAre("git push", "branch or tag: main", "remote: origin"));
  EXPECT_EQ(assessment.pattern, "git push origin *");
  EXPECT_THAT(assessment.alternative, Not(IsEmpty()));
  EXPECT_EQ(exec("git -C x push origin main").pattern, "git -C x push origin main");
}

// An approval of one form must not open a worse one.
TEST_F(AssessorTest, ThePatternOfWhatThrowsWorkAwayKeepsItsFlags) {
  const std::pair<const char*, const char*> kPatterns[] = {
      {"git reset --hard", "git reset --hard *"},
      {"git reset --hard HEAD~1", "git reset --hard *"},
      {"git reset HEAD~1 --hard", "git reset 'HEAD~1' --hard"},
      {"git clean -fd", "git clean -fd *"},
      {"git clean -f -d src", "git clean -f -d *"},
      {"git clean -fd -e keep", "git clean -fd -e keep"},
      {"git checkout -- a.c", "git checkout -- *"},
      {"git branch -D old", "git branch -D *"},
      {"git stash drop", "git stash drop *"},
      {"git worktree remove --force wt", "git worktree remove --force *"},
      {"git push --force origin main", "git push --force origin main"},
      {"npm install -D left-pad", "npm install *"},
      {"cargo install ripgrep", "cargo install *"},
      {"cargo +nightly install ripgrep", "cargo +nightly install ripgrep"}};
  for (const auto& [line, pattern] : kPatterns) EXPECT_EQ(exec(line).pattern, pattern) << line;
}

TEST_F(AssessorTest, InstallsDependOnALockFile) {
  EXPECT_EQ(exec("npm install").tier, 2);
  facts_.add("package-lock.json");
  EXPECT_EQ(exec("npm install").tier, 1);
  EXPECT_EQ(exec("npm install left-pad").tier, 2);
  EXPECT_THAT(exec("npm install left-pad").details,
              ElementsAre("manager: npm", "packages: left-pad", "manifest: package.json"));
}

TEST_F(AssessorTest, NpxOfTheProjectIsLogged) {
  EXPECT_EQ(exec("npx tsc").tier, 2);
  facts_.add("node_modules/.bin/tsc", kBuilt);
  EXPECT_EQ(exec("npx tsc").tier, 1);
  facts_.add("evil");
  EXPECT_EQ(exec("npx ../../evil").tier, 2);
}

// --- network ---

TEST_F(AssessorTest, ConnectionsGoByWhoIsReached) {
  Policy policy = *policy_;
  policy.network_allow = {"api.example.org", "192.0.2.7:443", "169.254.169.254"};
  use(policy);
  const auto to = [&](const Destination& destination) {
    Action action;
    action.act = Act::kConnect;
    action.destination = destination;
    return assess(action).tier;
  };
  Destination host;
  host.address = "198.51.100.1";
  host.port = 443;
  EXPECT_EQ(to(host), 2);
  host.name = "api.example.org";
  host.name_source = NameSource::kCommandLine;
  EXPECT_EQ(to(host), 2);
  host.name_source = NameSource::kDns;
  EXPECT_EQ(to(host), 1);
  host = {};
  host.address = "192.0.2.7";
  host.port = 443;
  EXPECT_EQ(to(host), 1);
  host.port = 80;
  EXPECT_EQ(to(host), 2);
  host.loopback = true;
  EXPECT_EQ(to(host), 0);
  host = {};
  host.address = "169.254.169.254";
  host.metadata_service = true;
  EXPECT_EQ(to(host), 3);
  host = {};
  host.address = "192.0.2.53";
  host.resolver = true;
  EXPECT_EQ(to(host), 0);
}

TEST_F(AssessorTest, WhatWasSaidOfAHostIsSaidAgainOfThatHostAlone) {
  Action action;
  action.act = Act::kConnect;
  action.destination.address = "192.0.2.7";
  action.destination.port = 443;
  action.destination.protocol = "tcp";
  const auto said = [&] { return assess(action); };
  const Assessment first = said();
  EXPECT_TRUE(said() == first);
  action.destination.port = 80;
  EXPECT_FALSE(said() == first);
  action.destination.port = 443;
  action.destination.loopback = true;
  EXPECT_EQ(said().tier, 0);
  action.destination.loopback = false;
  action.destination.unresolved_names = {"good.test"};
  EXPECT_NE(said().reason, first.reason);
  action.destination.unresolved_names = {};
  action.act = Act::kListen;
  EXPECT_NE(said().reason, first.reason);
  action.act = Act::kConnect;
  for (int port = 1000; port < 1020; ++port) {
    action.destination.port = static_cast<std::uint16_t>(port);
    EXPECT_EQ(said().details.back(), "port " + std::to_string(port) + ", tcp");
  }
  action.destination.port = 443;
  EXPECT_TRUE(said() == first);
}

TEST_F(AssessorTest, OtherMachinesMayNotConnectUnasked) {
  Action action;
  action.act = Act::kListen;
  action.destination.address = "0.0.0.0";
  EXPECT_EQ(assess(action).tier, 2);
  action.destination.loopback = true;
  EXPECT_EQ(assess(action).tier, 0);
}

TEST_F(AssessorTest, ListenersAreNarrowedAskedOrAllowed) {
  struct Row {
    ListenUse use;
    Narrowing narrowing;
    int tier;
    const char* rule;
  };
  constexpr Row kRows[] = {
      {ListenUse::kNarrow, Narrowing::kNow, 1, "network.listen_narrowed"},
      {ListenUse::kNarrow, Narrowing::kOnceItListens, 0, "network.listen_narrowed"},
      {ListenUse::kNarrow, Narrowing::kCannot, 2, "network.listen"},
      {ListenUse::kAsk, Narrowing::kNow, 2, "network.listen"},
      {ListenUse::kAsk, Narrowing::kOnceItListens, 2, "network.listen"},
      {ListenUse::kAllow, Narrowing::kNow, 1, "network.listen_allowed"},
      {ListenUse::kAllow, Narrowing::kCannot, 1, "network.listen_allowed"},
  };
  for (const Row& row : kRows) {
    Policy policy = *policy_;
    policy.network_listen = row.use;
    use(policy);
    Action action;
    action.act = Act::kListen;
    action.destination.address = "::";
    action.destination.narrowing = row.narrowing;
    EXPECT_EQ(assess(action).tier, row.tier);
    EXPECT_EQ(assess(action).rule, row.rule);
  }
}

TEST_F(AssessorTest, WhoeverSaysNothingOfListenersGetsWhatTheModeMeans) {
  const auto use_of = [](const Mode& mode, bool safe_mode = true) {
    Policy policy;
    policy.mode = mode;
    policy.safe_mode = safe_mode;
    return listen_use_of(policy);
  };
  EXPECT_EQ(use_of(balanced_mode()), ListenUse::kNarrow);
  EXPECT_EQ(use_of(trusting_mode()), ListenUse::kNarrow);
  EXPECT_EQ(use_of(paranoid_mode()), ListenUse::kAsk);
  EXPECT_EQ(use_of(balanced_mode(), false), ListenUse::kAsk);
  Policy said;
  said.mode = paranoid_mode();
  said.network_listen = ListenUse::kNarrow;
  EXPECT_EQ(listen_use_of(said), ListenUse::kNarrow);
}

TEST_F(AssessorTest, SystemCallsAskTwice) {
  Action action;
  action.syscall = "mount";
  action.act = Act::kSystem;
  EXPECT_EQ(assess(action).tier, 3);
  action.act = Act::kSignal;
  EXPECT_EQ(assess(action).tier, 3);
}

// --- the policy's own tiers ---

TEST_F(AssessorTest, CategoriesCanBeRaisedAndLowered) {
  Policy policy = *policy_;
  policy.category_tiers = {
      {Category::kDepsInstallUpdate, 1}, {Category::kGitPublish, 1}, {Category::kNetworkRisk, 3}};
  use(policy);
  EXPECT_EQ(exec("pip install x").tier, 1);
  EXPECT_EQ(exec("git push").tier, 1);
  EXPECT_EQ(exec("git push --force").tier, 3);
  EXPECT_EQ(exec("curl x").tier, 3);
}

TEST_F(AssessorTest, OnlyWalksAndTextAreSlow) {
  EXPECT_TRUE(assessor_->is_slow(exec_of("rm x")));
  EXPECT_TRUE(assessor_->is_slow(exec_of("sudo rm x")));
  EXPECT_TRUE(assessor_->is_slow(exec_of("bash -c 'ls'")));
  EXPECT_TRUE(assessor_->is_slow(exec_of("find . -delete")));
  EXPECT_FALSE(assessor_->is_slow(exec_of("find . -name x")));
  EXPECT_FALSE(assessor_->is_slow(exec_of("ls")));
  EXPECT_FALSE(assessor_->is_slow(exec_of("git push")));
}

}  // namespace
}  // namespace guard::policy

// SPDX-License-Identifier: Apache-2.0
// The verdict on a command that has read a secret.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"
#include "supervisor/judge/judge.h"
#include "tests/supervisor/judge/judging_fixture.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::AfterRead;
using policy::Category;
using policy::Verdict;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::unique_ptr<PendingCall> exec_call(std::unique_ptr<PendingCall> call,
                                       const std::vector<std::string>& argv) {
  call->action.exe = "/usr/bin/" + argv.front();
  call->action.argv = argv;
  call->action.image_origin = policy::ImageOrigin::kInstalled;
  return call;
}

class AfterReadTest : public JudgingFixture {
 protected:
  // By the policy as it is now, in the command that has read.
  policy::Decision decided(std::unique_ptr<PendingCall> call) {
    readers_.note(*call->process, "/w/.env");
    return decided_without(*call);
  }
  policy::Decision decided_without(const PendingCall& call) {
    stages_.reset();
    network_.reset();
    return judged(call).decision;
  }
  std::unique_ptr<PendingCall> exec_of(const std::vector<std::string>& argv) {
    return exec_call(call_of(Act::kExec), argv);
  }
};

TEST_F(AfterReadTest, ANewHostIsAskedAboutApartAndTheChainIsTold) {
  const policy::Decision before = decided_without(*connect_to("192.0.2.7"));
  EXPECT_EQ(before.assessment.tier, 2);
  EXPECT_EQ(before.rule, "network.other");
  const policy::Decision after = decided(connect_to("192.0.2.7"));
  EXPECT_EQ(after.verdict, Verdict::kAsk);
  EXPECT_EQ(after.assessment.tier, 3);
  EXPECT_EQ(after.rule, "secrets.after_read");
  EXPECT_THAT(after.reason, MatchesRegex("talks to 192.0.2.7; it read /w/.env [0-9]+ s ago in rm"));
}

TEST_F(AfterReadTest, AnotherCommandOfTheAgentIsJudgedAsEver) {
  readers_.note(*connect_to("192.0.2.7")->process, "/w/.env");
  EXPECT_EQ(decided_without(*connect_to("192.0.2.7")).assessment.tier, 2);
}

TEST_F(AfterReadTest, WhatThePolicyAllowsStaysAllowed) {
  policy_.network_allow = {"192.0.2.7"};
  EXPECT_EQ(decided(connect_to("192.0.2.7")).rule, "network.allowed");
  policy_.network_allow.clear();
  policy::Rule rule;
  rule.id = "mine";
  rule.decision = Verdict::kAllow;
  rule.when.host = {"192.0.2.7"};
  policy_.rules = {rule};
  EXPECT_EQ(decided(connect_to("192.0.2.7")).verdict, Verdict::kAllow);
}

TEST_F(AfterReadTest, ThisMachineAndItsNameServersStayFree) {
  auto call = connect_to("127.0.0.1");
  call->action.destination.loopback = true;
  EXPECT_EQ(decided(std::move(call)).rule, "network.loopback");
  call = connect_to("192.0.2.53", 53);
  call->action.destination.resolver = true;
  EXPECT_EQ(decided(std::move(call)).rule, "network.resolver");
}

TEST_F(AfterReadTest, KnownToolsThatSendAreAskedAboutApart) {
  policy_ = *policy::load_policy({});
  const std::vector<std::vector<std::string>> sending = {{"git", "push", "origin", "main"},
                                                         {"curl", "-T", "x", "https://h.test"},
                                                         {"curl", "--data", "@x", "https://h.test"},
                                                         {"scp", "x", "h:"},
                                                         {"rsync", "-a", "x", "h:"},
                                                         {"npm", "publish"},
                                                         {"aws", "s3", "cp", "x", "s3://b/x"}};
  for (const auto& argv : sending) {
    EXPECT_EQ(decided_without(*exec_of(argv)).assessment.tier, 2) << argv.front();
    const policy::Decision after = decided(exec_of(argv));
    EXPECT_EQ(after.assessment.tier, 3) << argv.front();
    EXPECT_EQ(after.rule, "secrets.after_read") << argv.front();
    EXPECT_THAT(after.reason, HasSubstr("it read /w/.env")) << argv.front();
  }
  EXPECT_EQ(decided(exec_of({"curl", "https://h.test"})).assessment.tier, 1);
  EXPECT_EQ(decided(exec_of({"ls"})).assessment.tier, 0);
}

TEST_F(AfterReadTest, NoApprovalForTheSessionCoversIt) {
  ASSERT_TRUE(grants_.approve_categories({Category::kNetworkRisk}, "ana"));
  EXPECT_EQ(decided_without(*connect_to("192.0.2.7")).verdict, Verdict::kAllow);
  EXPECT_EQ(decided(connect_to("192.0.2.7")).verdict, Verdict::kAsk);
}

TEST_F(AfterReadTest, ThePolicyMaySwitchItOff) {
  policy_.after_read = AfterRead::kOff;
  EXPECT_EQ(decided(connect_to("192.0.2.7")).rule, "network.other");
}

TEST_F(AfterReadTest, TheStepsTellIt) {
  auto call = connect_to("192.0.2.7");
  call->decision = decided(connect_to("192.0.2.7"));
  const policy::Steps steps = stages().judge().steps_to(*call);
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.front().stage, "secret");
  EXPECT_THAT(steps.front().text, HasSubstr("it read /w/.env"));
}

}  // namespace
}  // namespace guard::supervisor

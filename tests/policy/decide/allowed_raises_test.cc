// SPDX-License-Identifier: Apache-2.0
// Commands behind sudo that a policy lets run unasked.
#include "policy/decide/allowed_raises.h"

#include <gtest/gtest.h>

#include "policy/decide/evaluator.h"
#include "policy/load/settings_doubts.h"
#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

class AllowedRaisesTest : public ::testing::Test {
 protected:
  static Policy with(const std::string& sudo) {
    auto policy = load_policy({{"p.yaml", "version: 1\nextends: [default]\nsudo: " + sudo + "\n"}});
    EXPECT_TRUE(policy) << (policy ? "" : policy.error().text());
    return policy ? *policy : Policy();
  }
  static Decision decide(const Policy& policy, std::vector<std::string> argv, int tier = 2,
                         bool raised = true) {
    Action action;
    action.act = Act::kExec;
    action.exe = "/usr/bin/sudo";
    action.argv = std::move(argv);
    Assessment assessment;
    assessment.tier = tier;
    assessment.categories = {Category::kSudo};
    assessment.raised = raised;
    return Evaluator(std::make_shared<const Policy>(policy), {{"/w"}, "/h"})
        .evaluate(action, assessment, {});
  }
  static bool goes_unasked(const Policy& policy, std::vector<std::string> argv, int tier = 2,
                           bool raised = true) {
    return decide(policy, std::move(argv), tier, raised).verdict == Verdict::kAllow;
  }
};

TEST_F(AllowedRaisesTest, TheWholeCommandIsCompared) {
  const Policy policy = with("{allow: [apt-get update]}");
  EXPECT_TRUE(goes_unasked(policy, {"sudo", "apt-get", "update"}));
  EXPECT_TRUE(goes_unasked(policy, {"sudo", "-n", "--", "apt-get", "update"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "apt-get", "update", "-y"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "apt-get"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "apt-get", "install", "x"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "--", "-n", "apt-get", "update"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "--", "--", "apt-get", "update"}));
}

TEST_F(AllowedRaisesTest, SudosOwnOptionsAreWordsOfIt) {
  const Policy policy = with("{allow: [id, -u postgres psql -l]}");
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "-u", "games", "id"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "A=1", "id"}));
  EXPECT_TRUE(goes_unasked(policy, {"sudo", "-u", "postgres", "psql", "-l"}));
}

TEST_F(AllowedRaisesTest, AGlobStandsForOneWord) {
  const Policy policy = with("{allow: [systemctl restart web*, \"ls '*'\"]}");
  EXPECT_TRUE(goes_unasked(policy, {"sudo", "systemctl", "restart", "web-2"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "systemctl", "restart", "web", "ssh"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "ls", "x"}));
}

TEST_F(AllowedRaisesTest, AGlobStandsForNoFileThatAProgramRuns) {
  const Policy policy = with("{allow: [apt-get install *, dpkg -i *, dpkg -r jq, own *]}");
  EXPECT_TRUE(goes_unasked(policy, {"sudo", "apt-get", "install", "jq"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "apt-get", "install", "-cconf"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "dpkg", "-i", "jq"}));
  EXPECT_TRUE(goes_unasked(policy, {"sudo", "dpkg", "-r", "jq"}));
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "own", "x"}));
  const auto doubts = doubts_about_allowed_raises(policy);
  ASSERT_EQ(doubts.size(), 3U);
  EXPECT_NE(doubts[0].find("code: words"), std::string::npos) << doubts[0];
  EXPECT_NE(doubts[1].find("which file a word of it names"), std::string::npos) << doubts[1];
}

TEST_F(AllowedRaisesTest, TierThreeIsAskedAllTheSame) {
  const Policy policy = with("{allow: [sh x.sh]}");
  EXPECT_FALSE(goes_unasked(policy, {"sudo", "sh", "x.sh"}, 3));
  const auto doubts = doubts_about_allowed_raises(policy);
  ASSERT_EQ(doubts.size(), 1U);
  EXPECT_NE(doubts[0].find("tier 3"), std::string::npos) << doubts[0];
  EXPECT_TRUE(doubts_about_allowed_raises(with("{allow: [apt-get update]}")).empty());
}

TEST_F(AllowedRaisesTest, WhatTheTreeCanChangeIsAskedEachTime) {
  const Policy policy = with("{supervise: on, allow: [sh x.sh]}");
  Action action;
  action.act = Act::kExec;
  action.exe = "/usr/bin/sudo";
  action.argv = {"sudo", "sh", "x.sh"};
  Assessment assessment;
  assessment.tier = 2;
  assessment.categories = {Category::kSudo};
  assessment.raised = true;
  const Evaluator evaluator(std::make_shared<const Policy>(policy), {{"/w"}, "/h"});
  EXPECT_EQ(evaluator.evaluate(action, assessment, {}).verdict, Verdict::kAllow);
  assessment.unbound = true;
  EXPECT_EQ(evaluator.evaluate(action, assessment, {}).verdict, Verdict::kAsk);
  SessionState approved;
  approved.approved_categories = {Category::kSudo};
  EXPECT_EQ(evaluator.evaluate(action, assessment, approved).verdict, Verdict::kAsk);
  assessment.unbound = false;
  SessionState other_objects;
  other_objects.confirmed_holds = false;
  EXPECT_EQ(evaluator.evaluate(action, assessment, other_objects).verdict, Verdict::kAsk);
}

TEST_F(AllowedRaisesTest, NoLineCoversAWordWhoseFileThisUserChooses) {
  const Policy policy = with("{allow: [cat notes, cat /etc/issue]}");
  Action action;
  action.act = Act::kExec;
  action.exe = "/usr/bin/sudo";
  action.argv = {"sudo", "cat", "notes"};
  Assessment assessment;
  assessment.tier = 2;
  assessment.categories = {Category::kSudo};
  assessment.raised = true;
  assessment.rebindable = true;
  const Evaluator evaluator(std::make_shared<const Policy>(policy), {{"/w"}, "/h"});
  const Decision decision = evaluator.evaluate(action, assessment, {});
  EXPECT_EQ(decision.verdict, Verdict::kAsk);
  EXPECT_NE(decision.reason.find("no line of sudo.allow covers it"), std::string::npos);
  action.argv = {"sudo", "cat", "other"};  // no line has it: nothing to explain
  EXPECT_EQ(evaluator.evaluate(action, assessment, {}).reason.find("sudo.allow"),
            std::string::npos);
  const auto doubts = doubts_about_allowed_raises(policy);
  ASSERT_EQ(doubts.size(), 1U);
  EXPECT_NE(doubts[0].find("\"cat notes\" is asked about"), std::string::npos) << doubts[0];
}

TEST_F(AllowedRaisesTest, ALineIsOfProgramsThatHandOnACommand) {
  const Policy policy = with("{allow: [/mnt/usb]}");
  Action action;
  action.act = Act::kExec;
  action.exe = "/usr/bin/mount";
  action.argv = {"mount", "/mnt/usb"};
  Assessment assessment;
  assessment.tier = 2;
  assessment.raised = true;
  EXPECT_EQ(Evaluator(std::make_shared<const Policy>(policy), {{"/w"}, "/h"})
                .evaluate(action, assessment, {})
                .verdict,
            Verdict::kAsk);
}

TEST_F(AllowedRaisesTest, OnlyWhatGuardRaisesItselfIsMeant) {
  EXPECT_FALSE(goes_unasked(with("{allow: [id]}"), {"sudo", "id"}, 2, false));
}

TEST_F(AllowedRaisesTest, ALineThatIsNoCommandIsADefectOfThePolicy) {
  for (const char* line : {"a; b", "x > y", "$HOME/x"})
    EXPECT_FALSE(load_policy({{"p.yaml", "version: 1\nextends: [default]\nsudo: {allow: [\"" +
                                             std::string(line) + "\"]}\n"}}))
        << line;
}

TEST_F(AllowedRaisesTest, AMapSaysTheUseAndTheTicketToo) {
  const Policy policy = with("{use: off, ticket: keep}");
  EXPECT_EQ(policy.sudo, SudoUse::kOff);
  EXPECT_EQ(policy.sudo_ticket, SudoTicket::kKeep);
  EXPECT_EQ(with("ask").sudo_ticket, SudoTicket::kDrop);
}

}  // namespace
}  // namespace guard::policy

// SPDX-License-Identifier: Apache-2.0
// The verdict on a command that has read a secret, and on a script of a package that is being
// installed.
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
using policy::InstallScripts;
using policy::OnAsk;
using policy::PathClass;
using policy::Recoverability;
using policy::Verdict;
using ::testing::ElementsAre;
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
    const policy::Decision before = decided_without(*exec_of(argv));
    EXPECT_GE(before.assessment.tier, 2) << argv.front();
    EXPECT_NE(before.rule, "secrets.after_read") << argv.front();
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

class InstallScriptTest : public JudgingFixture {
 protected:
  static std::unique_ptr<PendingCall> by_script(std::unique_ptr<PendingCall> call) {
    policy::Actor npm;
    npm.exe = "/usr/bin/npm";
    npm.argv = {"npm", "install"};
    policy::Action exec;
    exec.exe = "/bin/sh";
    exec.cwd = "/w/node_modules/worm";
    exec.environment_changes = {"npm_lifecycle_event=postinstall"};
    auto process = std::make_shared<Process>(*call->process);
    process->script = script_begun(npm, "/w", exec, {"/w"});
    call->process = process;
    return call;
  }
  policy::Decision decided(const PendingCall& call) {
    stages_.reset();
    network_.reset();
    return judged(call).decision;
  }
  static std::unique_ptr<PendingCall> read_of_secret() {
    auto call = call_of(Act::kRead,
                        {object("/home/u/.npmrc", PathClass::kSecret, Recoverability::kPrecious)});
    call->takes_secret = true;
    return by_script(std::move(call));
  }
  static std::unique_ptr<PendingCall> write_to(const std::string& path, PathClass place) {
    return by_script(call_of(Act::kModify, {object(path, place, Recoverability::kBorn)}));
  }
};

TEST_F(InstallScriptTest, ASecretIsRefusedAndNobodyIsAsked) {
  const policy::Decision decision = decided(*read_of_secret());
  EXPECT_EQ(decision.verdict, Verdict::kDeny);
  EXPECT_EQ(decision.rule, "installs.secret");
  EXPECT_THAT(decision.reason, HasSubstr("worm's postinstall wants ~/.npmrc"));
}

TEST_F(InstallScriptTest, AHostIsAskedAboutApartAlsoWhereThePolicyKnowsIt) {
  policy_.network_allow = {"192.0.2.7"};
  const policy::Decision decision = decided(*by_script(connect_to("192.0.2.7")));
  EXPECT_EQ(decision.verdict, Verdict::kAsk);
  EXPECT_EQ(decision.assessment.tier, 3);
  EXPECT_EQ(decision.rule, "installs.script");
  on_ask_ = OnAsk::kAllow;
  EXPECT_EQ(decided(*by_script(connect_to("192.0.2.7"))).verdict, Verdict::kDeny);
}

TEST_F(InstallScriptTest, TheInstallersOwnHostIsJudgedAsEver) {
  policy_.network_allow = {"192.0.2.7"};
  policy::Actor npm;
  npm.exe = "/usr/bin/npm";
  npm.argv = {"npm"};
  scripts_.note_connection(npm, connect_to("192.0.2.7")->action.destination);
  EXPECT_EQ(decided(*by_script(connect_to("192.0.2.7"))).rule, "network.allowed");
}

TEST_F(InstallScriptTest, ItWritesIntoItsPackageAndNowhereElse) {
  EXPECT_EQ(decided(*write_to("/w/node_modules/worm/out", PathClass::kWorkspace)).verdict,
            Verdict::kAllow);
  EXPECT_EQ(decided(*write_to("/tmp/out", PathClass::kTmp)).verdict, Verdict::kAllow);
  for (const char* path : {"/w/src/a.js", "/w/node_modules/other/a.js"}) {
    const policy::Decision decision = decided(*write_to(path, PathClass::kWorkspace));
    EXPECT_EQ(decision.assessment.tier, 3) << path;
    EXPECT_EQ(decision.rule, "installs.script") << path;
  }
}

// esbuild's script takes the place of its slow start with the binary that npm unpacked beside it.
TEST_F(InstallScriptTest, ItLinksToItselfWhatItsMakerBuilt) {
  const auto link_of = [](const std::string& source) {
    return by_script(call_of(
        Act::kLink,
        {object(source, PathClass::kWorkspace, Recoverability::kBorn),
         object("/w/node_modules/worm/bin", PathClass::kWorkspace, Recoverability::kNothing)}));
  };
  EXPECT_EQ(decided(*link_of("/w/node_modules/@worm/linux-x64/bin")).verdict, Verdict::kAllow);
  EXPECT_EQ(decided(*link_of("/w/node_modules/other/bin")).rule, "installs.script");
  EXPECT_EQ(decided(*write_to("/w/node_modules/@worm/linux-x64/bin", PathClass::kWorkspace)).rule,
            "installs.script");
}

TEST_F(InstallScriptTest, ItPublishesNothing) {
  policy_ = *policy::load_policy({});
  const auto call = exec_call(by_script(call_of(Act::kExec)), {"git", "push", "origin"});
  EXPECT_EQ(decided(*call).rule, "installs.script");
  const auto build = exec_call(by_script(call_of(Act::kExec)), {"make"});
  EXPECT_EQ(decided(*build).verdict, Verdict::kAllow);
}

TEST_F(InstallScriptTest, ThePolicyMayOnlyLogItOrSwitchItOff) {
  policy_.install_scripts = InstallScripts::kLog;
  policy::Decision decision = decided(*write_to("/w/src/a.js", PathClass::kWorkspace));
  EXPECT_EQ(decision.verdict, Verdict::kAllow);
  EXPECT_EQ(decision.assessment.tier, 1);
  EXPECT_THAT(decision.reason, HasSubstr("installs: {scripts: on}"));
  EXPECT_THAT(scripts_.lines(), ElementsAre("worm's postinstall wanted /w/src/a.js: only logged"));
  policy_.install_scripts = InstallScripts::kOff;
  EXPECT_EQ(decided(*read_of_secret()).rule, "fs.read");
  EXPECT_EQ(decided(*write_to("/w/src/a.js", PathClass::kWorkspace)).assessment.tier, 0);
}

TEST_F(InstallScriptTest, WhatWasRefusedIsToldAtTheEnd) {
  auto call = read_of_secret();
  call->decision = decided(*call);
  stages().judge().note_refusal(*call);
  EXPECT_THAT(scripts_.lines(), ElementsAre("worm's postinstall wanted ~/.npmrc: refused"));
}

}  // namespace
}  // namespace guard::supervisor

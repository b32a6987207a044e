// SPDX-License-Identifier: Apache-2.0
// The verdict on one call as a value: which reason comes first, what the mode, the policy and
// earlier answers make of it, and that the call itself stays as it was.
#include "supervisor/judge/judge.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/limits.h"
#include "supervisor/network/npm_registry.h"
#include "tests/supervisor/judge/judging_fixture.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;
using policy::Act;
using policy::Category;
using policy::OnAsk;
using policy::PathClass;
using policy::Recoverability;
using policy::TierAction;
using policy::Verdict;

class JudgeTest : public JudgingFixture {
 protected:
  std::unique_ptr<PendingCall> read_of(PathClass place, bool takes_secret) {
    auto call = call_of(Act::kRead, {object("/w/.env", place, Recoverability::kPrecious)});
    call->action.actor.exe = "/usr/bin/cat";
    call->takes_secret = takes_secret;
    return call;
  }
  std::unique_ptr<PendingCall> local_connect(PathClass place) {
    auto call = call_of(Act::kConnect, {object("/run/x.sock", place, Recoverability::kPrecious)});
    call->held.raw.operation = Operation::kConnect;
    call->held.kind.domain = AF_UNIX;
    return call;
  }
  std::unique_ptr<PendingCall> rename_of(const std::string& folder) {
    policy::Object moved = object(folder, PathClass::kHome, Recoverability::kPrecious);
    moved.type = policy::ObjectType::kDirectory;
    return call_of(Act::kRename, {moved, precious("/w/x")});
  }
  std::unique_ptr<PendingCall> exec_of(const std::string& name) {
    auto call = call_of(Act::kExec);
    call->action.exe = "/usr/bin/" + name;
    call->action.argv = {name};
    call->action.image_origin = policy::ImageOrigin::kInstalled;
    return call;
  }
  void ask_about(const std::string& name) {
    policy::Rule rule;
    rule.id = "mine";
    rule.decision = Verdict::kAsk;
    rule.when.command = {name};
    policy_.rules = {rule};
  }
};

TEST_F(JudgeTest, TheFirstReasonThatHoldsDecides) {
  struct Case {
    const char* what;
    std::unique_ptr<PendingCall> call;
    Verdict verdict;
    std::string rule;
  };
  auto listen = call_of(Act::kListen);
  listen->held.raw.operation = Operation::kListen;
  listen->held.kind.domain = AF_UNIX;
  auto shared = call_of(Act::kMetadata, {precious("sysv:shm:1")});
  shared->held.raw.operation = Operation::kSharedObject;
  auto own_shared =
      call_of(Act::kMetadata, {object("sysv:shm:1", PathClass::kTmp, Recoverability::kBorn)});
  own_shared->held.raw.operation = Operation::kSharedObject;
  std::vector<Case> cases;
  cases.push_back(
      {"a read of no secret", read_of(PathClass::kWorkspace, false), Verdict::kAllow, "read"});
  cases.push_back(
      {"a read of a secret", read_of(PathClass::kSecret, true), Verdict::kAsk, "fs.read"});
  cases.push_back({"others' memory", std::move(shared), Verdict::kDeny, "ipc.set"});
  cases.push_back({"its own memory", std::move(own_shared), Verdict::kAllow, "ipc.set"});
  cases.push_back(
      {"moves what guard lives in", rename_of("/home/u/.local"), Verdict::kBlock, "guard.own"});
  cases.push_back({"moves another folder", rename_of("/home/u/x"), Verdict::kAsk, "fs.rename"});
  cases.push_back({"listens on this machine", std::move(listen), Verdict::kAllow, "socket.local"});
  cases.push_back(
      {"guard's socket", local_connect(PathClass::kGuard), Verdict::kBlock, "guard.own"});
  cases.push_back(
      {"another's socket", local_connect(PathClass::kSystem), Verdict::kAsk, "socket.outside"});
  cases.push_back({"a host", connect_to("192.0.2.7"), Verdict::kAsk, "network.other"});
  cases.push_back({"a file of before", asked_delete(), Verdict::kAsk, "fs.delete"});
  for (const Case& one : cases) {
    const Judged judged = this->judged(*one.call);
    EXPECT_EQ(judged.decision.verdict, one.verdict) << one.what;
    EXPECT_EQ(judged.decision.rule, one.rule) << one.what;
  }
}

TEST_F(JudgeTest, AListenerIsNarrowedUnlessARuleLetsOthersConnect) {
  const auto listener = [] {
    auto call = call_of(Act::kListen);
    call->held.raw.operation = Operation::kListen;
    call->held.kind = {AF_INET, SOCK_STREAM, IPPROTO_TCP};
    call->action.destination.address = "0.0.0.0";
    call->action.destination.narrowing = policy::Narrowing::kNow;
    return call;
  };
  // By the policy as it is now.
  const auto judged_now = [&] {
    stages_.reset();
    return this->judged(*listener());
  };
  policy_.network_listen = policy::ListenUse::kNarrow;
  Judged judged = judged_now();
  EXPECT_EQ(judged.decision.verdict, Verdict::kAllow);
  EXPECT_EQ(judged.decision.rule, "network.listen_narrowed");
  EXPECT_TRUE(judged.loopback_only);
  // Whatever a mode asks about it, and whoever answers.
  policy_.mode = policy::paranoid_mode();
  judged = judged_now();
  EXPECT_EQ(judged.decision.verdict, Verdict::kAsk);
  EXPECT_TRUE(judged.loopback_only);
  policy_.mode = policy::balanced_mode();
  policy::Rule rule;
  rule.id = "mine";
  rule.when.act = {Act::kListen};
  for (const Verdict verdict : {Verdict::kAllow, Verdict::kAsk, Verdict::kDeny}) {
    rule.decision = verdict;
    policy_.rules = {rule};
    judged = judged_now();
    EXPECT_EQ(judged.decision.verdict, verdict);
    EXPECT_FALSE(judged.loopback_only);
  }
  policy_.rules.clear();
  policy_.network_listen = policy::ListenUse::kAllow;
  EXPECT_FALSE(judged_now().loopback_only);
}

TEST_F(JudgeTest, WhatIsGuardsOwnIsBlockedWhateverThePolicyAllows) {
  policy::Rule rule;
  rule.id = "all";
  rule.decision = Verdict::kAllow;
  rule.when.act = {Act::kRename, Act::kConnect};
  policy_.rules = {rule};
  for (const auto& call : {rename_of("/home/u/.local"), local_connect(PathClass::kGuard)}) {
    const Judged judged = this->judged(*call);
    EXPECT_EQ(judged.decision.verdict, Verdict::kBlock);
    EXPECT_EQ(judged.decision.assessment.tier, 3);
    EXPECT_TRUE(judged.decision.assessment.block);
  }
}

TEST_F(JudgeTest, JudgingLeavesTheCallAsItWas) {
  const auto call = asked_delete();
  const policy::Action before = call->action;
  (void)judged(*call);
  EXPECT_EQ(call->action, before);
  EXPECT_EQ(call->decision, policy::Decision());
  EXPECT_TRUE(call->approval_id.empty());
  EXPECT_FALSE(call->leased);
}

TEST_F(JudgeTest, AnApprovedQuestionLetsItsActGoAtTierOne) {
  leases_.grant({.approval_id = "A",
                 .pid = kCommand,
                 .acts = {Act::kDelete},
                 .objects = {{kDevice, kInode}},
                 .directories = {}});
  const Judged judged = this->judged(*asked_delete());
  EXPECT_EQ(judged.decision.verdict, Verdict::kAllow);
  EXPECT_EQ(judged.decision.assessment.tier, 1);
  EXPECT_EQ(judged.approval_id, "A");
  EXPECT_TRUE(judged.leased);
}

TEST_F(JudgeTest, ALeaseOverrulesNoDenyRule) {
  policy::Rule rule;
  rule.id = "never";
  rule.decision = Verdict::kDeny;
  rule.when.act = {Act::kDelete};
  policy_.rules = {rule};
  leases_.grant({.approval_id = "A",
                 .pid = kCommand,
                 .acts = {Act::kDelete},
                 .objects = {{kDevice, kInode}},
                 .directories = {}});
  EXPECT_EQ(judged(*asked_delete()).decision.verdict, Verdict::kDeny);
}

TEST_F(JudgeTest, WhereNobodyAnswersTheRunsAnswerHolds) {
  on_ask_ = OnAsk::kDeny;
  const Judged denied = judged(*asked_delete());
  EXPECT_EQ(denied.decision.verdict, Verdict::kDeny);
  EXPECT_TRUE(denied.decision.unanswered);
  on_ask_ = OnAsk::kAllow;
  stages_.reset();
  const Judged allowed = judged(*asked_delete());
  EXPECT_EQ(allowed.decision.verdict, Verdict::kAllow);
  EXPECT_TRUE(allowed.decision.skipped);
}

TEST_F(JudgeTest, WhereNobodyAnswersAnEarlierAnswerStillDoes) {
  on_ask_ = OnAsk::kDeny;
  Grant grant;
  grant.pattern = "/w";
  grant.categories = {Category::kFsDeleteOverwrite};
  grant.kind = "deletes";
  grants_.remember(grant);
  const Judged judged = this->judged(*asked_delete());
  EXPECT_EQ(judged.decision.verdict, Verdict::kAllow);
  EXPECT_EQ(judged.decision.rule, "grant");
}

TEST_F(JudgeTest, ReadsOfSecretsThatAreOnlyLoggedAreAllowed) {
  policy_.secret_reads = policy::SecretReads::kLog;
  const Judged judged = this->judged(*read_of(PathClass::kSecret, true));
  EXPECT_EQ(judged.decision.verdict, Verdict::kAllow);
  EXPECT_LE(judged.decision.assessment.tier, 1);
  EXPECT_NE(judged.decision.reason.find("only logged"), std::string::npos);
}

TEST_F(JudgeTest, LoggingReadsAllowsNothingElse) {
  policy_.secret_reads = policy::SecretReads::kLog;
  EXPECT_EQ(judged(*asked_delete()).decision.verdict, Verdict::kAsk);
}

// A mode is its actions, whatever it is called.
class OncePerCommandTest : public JudgeTest {
 protected:
  void SetUp() override {
    policy_.mode = {"team",
                    {TierAction::kAskOncePerCommand, TierAction::kLog,
                     TierAction::kAskOncePerCommand, TierAction::kConfirm}};
  }
  bool asks(const PendingCall& call) { return judged(call).decision.verdict == Verdict::kAsk; }
  static std::unique_ptr<PendingCall> harmless() {
    return call_of(Act::kDelete, {object("/w/b", PathClass::kWorkspace, Recoverability::kBorn)});
  }
};

TEST_F(OncePerCommandTest, ACommandIsAskedAboutUntilSomebodyApprovedIt) {
  EXPECT_TRUE(asks(*harmless()));
  stages().judge().approve_command(kCommand, 0, {});
  EXPECT_FALSE(asks(*harmless()));
  stages().judge().forget_command(kCommand);
  EXPECT_TRUE(asks(*harmless()));
}

TEST_F(OncePerCommandTest, AnotherCommandIsAskedAboutItself) {
  stages().judge().approve_command(kAgent, 0, {});
  EXPECT_TRUE(asks(*harmless()));
}

TEST_F(OncePerCommandTest, AnApprovalReachesUpToItsOwnTier) {
  stages().judge().approve_command(kCommand, 0, {});
  EXPECT_TRUE(asks(*asked_delete())) << "tier 2 after a yes to tier 0";
  stages().judge().approve_command(kCommand, 2, {});
  EXPECT_FALSE(asks(*asked_delete()));
  stages().judge().approve_command(kCommand, 0, {});
  EXPECT_FALSE(asks(*asked_delete())) << "a later yes takes nothing back";
}

// `make` was approved as what it is: that it reaches outside is another question, and asked once.
TEST_F(OncePerCommandTest, ACategoryThatARuleNamesIsAskedAboutOncePerCommand) {
  policy_.rules.resize(1);
  policy_.rules[0].id = "names";
  policy_.rules[0].when.act = {Act::kDelete};
  policy_.rules[0].categories = {policy::Category::kSudo};
  policy_.rules[0].decides = false;
  policy_.rules[0].decision = Verdict::kAsk;
  stages().judge().approve_command(kCommand, 0, {policy::Category::kExecArbitrary});
  EXPECT_TRUE(asks(*harmless()));
  stages().judge().approve_command(kCommand, 0, {policy::Category::kSudo});
  EXPECT_FALSE(asks(*harmless()));
}

// git in .git has no category: it goes with the commit whose category was approved.
TEST_F(OncePerCommandTest, ACategoryOfTheSessionStandsForTheAnswerToItsCommand) {
  EXPECT_TRUE(asks(*harmless()));
  ASSERT_TRUE(grants_.approve_categories({policy::Category::kFsDeleteOverwrite}, "ana"));
  EXPECT_FALSE(asks(*asked_delete()));
  EXPECT_FALSE(asks(*harmless()));
}

TEST_F(JudgeTest, AQuestionIsAskedWithTheNameThatTheTreeSaid) {
  NameHints hints([](const std::string& name) -> Addresses {
    return std::vector<std::string>{name == "example.org" ? "192.0.2.7" : "192.0.2.8"};
  });
  hints.let_ask();
  hints_ = &hints;
  auto call = connect_to("192.0.2.7");
  auto curl = program("/usr/bin/curl");
  curl->actor.argv = {"curl", "https://example.org/x"};
  call->process = command_of_agent(curl);
  const Judged judged = this->judged(*call);
  ASSERT_TRUE(judged.destination);
  EXPECT_EQ(judged.destination->name, "example.org");
  EXPECT_NE(judged.decision.reason.find("example.org"), std::string::npos);
  EXPECT_TRUE(call->action.destination.name.empty()) << "settle() writes it";
}

TEST_F(JudgeTest, NpxGoesToTheRegistryOfTheInstalledNpmAsNpmDoes) {
  constexpr const char* kRegistry = "registry.npmjs.org";
  NpmRegistry registry("/usr/bin:/usr/local/bin");
  policy::Destination place;
  place.name = kRegistry;
  place.port = 443;
  if (!registry.is_at(place)) GTEST_SKIP() << "no npm of root's is here";
  (void)stages();
  StagesParts with = parts();
  with.registry = &registry;
  stages_ = std::make_unique<JudgingStages>(std::move(with));
  const auto verdict_for = [&](const std::string& script) {
    auto call = connect_to("198.51.100.7");
    call->action.destination.name = kRegistry;
    auto node = program("/usr/bin/node");
    node->actor.script = script;
    call->process = command_of_agent(std::move(node));
    return judged(*call).decision.verdict;
  };
  EXPECT_EQ(verdict_for("npm"), policy::Verdict::kAllow);
  EXPECT_EQ(verdict_for("npx"), policy::Verdict::kAllow);
  EXPECT_EQ(verdict_for("tool"), policy::Verdict::kAsk);
}

TEST_F(JudgeTest, NoNameIsLookedForWhereNobodyIsAsked) {
  int lookups = 0;
  NameHints hints([&lookups](const std::string&) -> Addresses {
    ++lookups;
    return std::vector<std::string>{};
  });
  hints.let_ask();
  hints_ = &hints;
  policy_.network_allow = {"192.0.2.7"};
  auto call = connect_to("192.0.2.7");
  auto curl = program("/usr/bin/curl");
  curl->actor.argv = {"curl", "https://example.org/x"};
  call->process = command_of_agent(curl);
  EXPECT_EQ(judged(*call).decision.verdict, Verdict::kAllow);
  EXPECT_EQ(lookups, 0);
}

TEST_F(JudgeTest, TooManyQuestionsAboutOneProgramAreDenied) {
  ask_about("deploy");
  (void)stages();
  StagesParts with_pace = parts();
  with_pace.counts_tool_calls = true;
  const JudgingStages counting(with_pace);
  const auto call = exec_of("deploy");
  for (int i = 0; i < int_limit("hourly.asked"); ++i)
    ASSERT_EQ(counting.judge().judge(*call).decision.verdict, Verdict::kAsk) << i;
  const Judged judged = counting.judge().judge(*call);
  EXPECT_EQ(judged.decision.verdict, Verdict::kDeny);
  EXPECT_EQ(judged.decision.rule, "pace.asked");
}

TEST_F(JudgeTest, ANetlinkSocketKeepsItsPowerWhereThatWasApproved) {
  auto call = call_of(Act::kSystem);
  call->held.raw.operation = Operation::kMakeSocket;
  call->held.raw.notification.arguments[0] = AF_NETLINK;
  EXPECT_FALSE(judged(*call).keeps_netlink_power);
  leases_.grant({.approval_id = "A",
                 .pid = kCommand,
                 .acts = {Act::kSystem},
                 .objects = {},
                 .directories = {}});
  const Judged judged = this->judged(*call);
  EXPECT_TRUE(judged.keeps_netlink_power);
  EXPECT_EQ(judged.decision.rule, "socket.netlink");
}

TEST_F(JudgeTest, WhatWasSentToTheSamePlaceBeforeGoesByTheSameAnswer) {
  auto call = connect_to("192.0.2.7");
  call->held.raw.operation = Operation::kSend;
  call->held.socket = UniqueFd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  call->held.address.bytes = {'x'};
  call->held.kind.domain = AF_INET;
  EXPECT_EQ(judged(*call).decision.verdict, Verdict::kAsk);
  sockets_.sent(interceptor::cookie_of(call->held.socket.get()), place_of_send(call->held),
                {call->process->program, "mine", "A"});
  const Judged judged = this->judged(*call);
  EXPECT_EQ(judged.decision.verdict, Verdict::kAllow);
  EXPECT_EQ(judged.decision.rule, "mine");
  EXPECT_EQ(judged.approval_id, "A");
}

TEST_F(JudgeTest, TheStepsOfADecisionAreToldWithoutJudgingAnew) {
  auto call = asked_delete();
  settle(*call, judged(*call));
  const policy::Steps steps = stages().judge().steps_to(*call);
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.back().stage, "mode");
}

}  // namespace
}  // namespace guard::supervisor

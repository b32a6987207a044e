// SPDX-License-Identifier: Apache-2.0
// Scopes, leases, grants and refusals. The tests of a started program are in
// started_program_test.cc.
#include "supervisor/ask/remembering.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "supervisor/call/act_text.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;
using policy::ImageOrigin;
using policy::ObjectType;
using policy::Recoverability;
using Acts = std::vector<Act>;
using Scopes = std::vector<Scope>;
using Change = std::function<void(PendingCall&)>;

// Tier 2, of a file in /w/d, by a child of the agent's command.
PendingCall deletion() {
  PendingCall call = made_act(Act::kDelete, {made_object("/w/d/a")});
  const auto actor = made_actor();
  actor->command = kMadeShell;
  call.process = actor;
  call.approval_id = "q1";
  call.decision.assessment.tier = 2;
  call.decision.assessment.categories = {Category::kFsDeleteOverwrite};
  call.decision.assessment.pattern = "/w/d";
  return call;
}

// rm -r /w/d, remembered by its words.
PendingCall removal() {
  PendingCall call = made_exec("/usr/bin/rm", {"rm", "-r", "/w/d"});
  call.approval_id = "q1";
  call.decision.assessment.tier = 2;
  call.decision.assessment.categories = {Category::kFsDeleteOverwrite};
  call.decision.assessment.pattern = "rm -r /w/d";
  return call;
}

policy::EffectOperand operand(const std::string& path, ObjectType type = ObjectType::kFile) {
  policy::EffectOperand operand;
  operand.object = made_object(path, Recoverability::kSaved, type);
  return operand;
}

// The same, remembered by the folder in which it was counted.
PendingCall counted_removal() {
  PendingCall call = removal();
  call.decision.assessment.rule = "fs.delete";
  call.decision.assessment.pattern = "/w";
  call.decision.assessment.effect.emplace().operands = {operand("/w/d")};
  return call;
}

Answer approval(Scope scope) {
  Answer answer;
  answer.approve = true;
  answer.scope = scope;
  answer.minutes = std::chrono::minutes(30);
  answer.by = "ana (guard approve)";
  return answer;
}

Scopes short_scopes() {
  return {Scope::kOnce, Scope::kCommand};
}
Scopes scopes_of_the_run() {
  return {Scope::kOnce, Scope::kCommand, Scope::kSession, Scope::kMinutes};
}
Scopes all_scopes() {
  return {Scope::kOnce, Scope::kCommand, Scope::kSession, Scope::kMinutes, Scope::kAlways};
}

TEST(RememberingTest, AnActThatItsPatternCoversIsOfferedForLonger) {
  EXPECT_EQ(offered_scopes(deletion(), true), all_scopes());
  EXPECT_EQ(offered_scopes(removal(), true), all_scopes());
  EXPECT_EQ(offered_scopes(counted_removal(), true), all_scopes());
}

TEST(RememberingTest, ACommandWhoseFilesMayBeSwappedIsAskedEachTime) {
  PendingCall call = removal();
  call.decision.assessment.rebindable = true;
  EXPECT_EQ(offered_scopes(call, true), Scopes{Scope::kOnce});
}

TEST(RememberingTest, AlwaysIsOfferedOnlyWhereItIsKept) {
  EXPECT_EQ(offered_scopes(deletion(), false), scopes_of_the_run());
  EXPECT_EQ(offered_scopes(removal(), false), scopes_of_the_run());
}

TEST(RememberingTest, AProgramThatIsNotInstalledIsNeverOfferedForAlways) {
  PendingCall started = made_exec("/w/tool", {"/w/tool", "x"});
  started.action.image_origin = ImageOrigin::kWorkspace;
  started.decision.assessment.pattern = "/w/tool x";
  EXPECT_EQ(offered_scopes(started, true), scopes_of_the_run());
  PendingCall deletes = deletion();
  deletes.action.image_origin = ImageOrigin::kWorkspace;
  EXPECT_EQ(offered_scopes(deletes, true), all_scopes()) << "it starts no program";
}

TEST(RememberingTest, AnActOfTierThreeIsOfferedOnce) {
  for (const int tier : {0, 1, 2, 3, 4}) {
    PendingCall call = deletion();
    call.decision.assessment.tier = tier;
    EXPECT_EQ(offered_scopes(call, true), tier < 3 ? all_scopes() : Scopes{Scope::kOnce}) << tier;
  }
}

TEST(RememberingTest, AWildcardIsNeverOfferedForLonger) {
  PendingCall call = deletion();
  call.decision.assessment.wildcard = true;
  EXPECT_EQ(offered_scopes(call, true), short_scopes());
}

TEST(RememberingTest, WhatItsPatternDoesNotCoverIsNeverOfferedForLonger) {
  PendingCall call = deletion();
  for (const char* pattern : {"", "/w/e", "/w/d/a/b"}) {
    call.decision.assessment.pattern = pattern;
    EXPECT_EQ(offered_scopes(call, true), short_scopes()) << pattern;
  }
  PendingCall cut = counted_removal();
  cut.decision.assessment.effect->complete = false;
  EXPECT_EQ(offered_scopes(cut, true), short_scopes());
}

TEST(RememberingTest, TwoPeopleAreNeededFromTheTierThatOneOfBothPoliciesSays) {
  struct Row {
    int tier;
    int own;
    int inner;  // of the runs further in
    bool needed;
  };
  const std::vector<Row> rows = {{3, 0, 0, false}, {0, 0, 0, false}, {2, 2, 0, true},
                                 {3, 2, 0, true},  {1, 2, 0, false}, {2, 0, 2, true},
                                 {3, 0, 2, true},  {1, 0, 2, false}, {2, 3, 2, true},
                                 {2, 2, 3, true},  {2, 3, 3, false}, {1, 1, 0, true}};
  for (const Row& row : rows) {
    PendingCall call = deletion();
    call.decision.assessment.tier = row.tier;
    call.two_person_tier = row.inner;
    policy::Policy policy;
    policy.two_person_tier = row.own;
    EXPECT_EQ(needs_two_people(call, policy), row.needed)
        << row.tier << " " << row.own << " " << row.inner;
  }
}

TEST(RememberingTest, AnApprovalOfTheCommandLeasesTheDirectory) {
  const auto leases = leases_of(deletion(), approval(Scope::kCommand));
  ASSERT_EQ(leases.size(), 1U);
  const Lease& lease = leases.front();
  EXPECT_EQ(lease.approval_id, "q1");
  EXPECT_EQ(lease.pid, kMadeActor);
  EXPECT_EQ(lease.acts, Acts{Act::kDelete});
  EXPECT_EQ(lease.directories, std::vector<std::string>{"/w/d"});
  EXPECT_EQ(lease.categories, std::vector<Category>{Category::kFsDeleteOverwrite});
  EXPECT_TRUE(lease.targets.empty());
  EXPECT_TRUE(lease.objects.empty());
  EXPECT_TRUE(lease.born);
  EXPECT_FALSE(lease.rights);
  EXPECT_FALSE(lease.undo_promised);
}

TEST(RememberingTest, NothingElseIsLeasedByItsDirectory) {
  for (const Scope scope : {Scope::kOnce, Scope::kSession, Scope::kMinutes, Scope::kAlways})
    EXPECT_TRUE(leases_of(deletion(), approval(scope)).empty()) << name_of(scope);
  for (const Act act : {Act::kExec, Act::kConnect}) {
    const PendingCall call = made_act(act, {made_object("/w/d/a")});
    EXPECT_TRUE(leases_of(call, approval(Scope::kCommand)).empty()) << policy::name_of(act);
  }
  EXPECT_TRUE(leases_of(made_act(Act::kDelete), approval(Scope::kCommand)).empty());
}

TEST(RememberingTest, ALeaseIsOfTheFolderOfTheFirstAndLeadsToThatOfTheLast) {
  PendingCall call = made_act(Act::kRename, {made_object("/w/d/a"), made_object("/w/e/b")});
  const auto leases = leases_of(call, approval(Scope::kCommand));
  ASSERT_EQ(leases.size(), 1U);
  EXPECT_EQ(leases.front().directories, std::vector<std::string>{"/w/d"});
  EXPECT_EQ(leases.front().targets, std::vector<std::string>{"/w/e"});
  for (const char* path : {"/a", "a"}) {
    call.action.objects = {made_object(path)};
    EXPECT_EQ(leases_of(call, approval(Scope::kCommand)).front().directories,
              std::vector<std::string>{"/"});
  }
}

TEST(RememberingTest, ALeaseGivesRightsAndUndoOnlyAsTheQuestionDid) {
  for (const std::uint32_t mode : {04755U, 0755U}) {
    PendingCall call = made_act(Act::kMetadata, {made_object("/w/d/a")});
    call.action.objects.front().permissions = 0644;
    call.action.change.kind = policy::MetadataKind::kMode;
    call.action.change.mode = mode;
    call.undo_promised = mode == 0755U;
    const auto leases = leases_of(call, approval(Scope::kCommand));
    ASSERT_EQ(leases.size(), 1U);
    EXPECT_EQ(leases.front().rights, mode == 04755U);
    EXPECT_EQ(leases.front().undo_promised, mode == 0755U);
  }
}

// An approved rm of what lies in /w.
PendingCall approved_removal() {
  PendingCall call = removal();
  call.approval_status = "approved";
  call.walked = {{1, 2}, {1, 3}};
  return call;
}

TEST(RememberingTest, AnApprovedCommandMayChangeWhatWasWalked) {
  PendingCall call = approved_removal();
  call.undo_promised = true;
  call.decision.assessment.effect.emplace().operands = {operand("/w/a"),
                                                        operand("/w/new", ObjectType::kMissing),
                                                        operand("/w/d", ObjectType::kDirectory)};
  const auto leases = exec_leases_of(call, 77);
  ASSERT_EQ(leases.size(), 2U);
  const Lease& lease = leases.front();
  EXPECT_EQ(lease.approval_id, "q1");
  EXPECT_EQ(lease.pid, 77);
  EXPECT_EQ(lease.acts, (Acts{Act::kModify, Act::kMetadata, Act::kDelete, Act::kRename}));
  EXPECT_EQ(lease.objects, call.walked);
  EXPECT_EQ(lease.targets, std::vector<std::string>{"/w/new"});
  EXPECT_TRUE(lease.directories.empty());
  EXPECT_FALSE(lease.rights);
  EXPECT_TRUE(lease.undo_promised);
  // The names that were shown as new may be made.
  EXPECT_EQ(leases.back().made, std::vector<std::string>{"/w/new"});
  EXPECT_EQ(leases.back().acts, (Acts{Act::kCreate, Act::kLink, Act::kRename}));
  EXPECT_FALSE(leases.back().born);
  EXPECT_TRUE(leases.back().objects.empty());
  EXPECT_TRUE(leases.back().targets.empty());
  EXPECT_TRUE(leases.back().anew.names.empty()) << "rm makes nothing anew";
}

TEST(RememberingTest, WhatACommandReplacesItMayMakeAnew) {
  PendingCall call = made_exec("/usr/bin/install", {"install", "a", "/x/conf"});
  call.approval_id = "q1";
  call.approval_status = "approved";
  call.walked = {{1, 5}};
  call.intent.replaced_in = {"/x"};
  policy::Assessment& assessment = call.decision.assessment;
  assessment.tier = 2;
  assessment.categories = {Category::kFsOutsideWorkspace, Category::kFsDeleteOverwrite};
  policy::EffectOperand conf = operand("/x/conf");
  conf.made = true;
  assessment.effect.emplace().operands = {conf, operand("/x/read")};
  const auto leases = exec_leases_of(call, 77);
  ASSERT_EQ(leases.size(), 2U);
  const MadeNames& anew = leases.back().anew;
  EXPECT_EQ(anew.names, std::vector<std::string>{"/x/conf"});
  EXPECT_EQ(anew.tier, 2);
  EXPECT_EQ(anew.categories, assessment.categories);
  EXPECT_EQ(anew.replaced_in, std::vector<std::string>{"/x"});
  EXPECT_TRUE(leases.back().made.empty());
  call.approval_status = "auto";
  EXPECT_TRUE(exec_leases_of(call, 77).empty()) << "nobody approved it";
}

TEST(RememberingTest, ACommandThatNobodyApprovedLeasesNothing) {
  const std::vector<Change> answered = {
      [](PendingCall& call) { call.approval_status = "approved"; },
      [](PendingCall& call) { call.decision.pre_confirmed = true; },
      [](PendingCall& call) { call.leased = true; }};
  for (const Change& change : answered) {
    PendingCall call = approved_removal();
    call.approval_status = "auto";
    EXPECT_TRUE(exec_leases_of(call, 77).empty());
    change(call);
    ASSERT_EQ(exec_leases_of(call, 77).size(), 1U);
    EXPECT_FALSE(exec_leases_of(call, 77).front().undo_promised);
  }
}

TEST(RememberingTest, ACommandLeasesTheActsThatItWasApprovedFor) {
  struct Row {
    bool walked;
    std::vector<Category> categories;
    bool changes_metadata;
    Acts acts;  // empty: no lease
  };
  const auto deletes = Category::kFsDeleteOverwrite;
  const auto sets_up = Category::kSystemImpact;
  const std::vector<Row> rows = {
      {true, {deletes}, false, {Act::kModify, Act::kMetadata, Act::kDelete, Act::kRename}},
      {true, {Category::kFsOutsideWorkspace}, false, {Act::kModify, Act::kMetadata}},
      {false, {deletes}, false, {}},
      {false, {}, false, {}},
      {false, {sets_up}, false, {Act::kSystem}},
      {false, {sets_up, deletes}, false, {Act::kSystem}},
      {true,
       {sets_up, deletes},
       false,
       {Act::kModify, Act::kMetadata, Act::kSystem, Act::kDelete, Act::kRename}},
      {false, {sets_up}, true, {}},
      {true, {sets_up}, true, {Act::kModify, Act::kMetadata}},
  };
  for (const Row& row : rows) {
    PendingCall call = approved_removal();
    if (!row.walked) call.walked.clear();
    call.decision.assessment.categories = row.categories;
    call.decision.assessment.changes_metadata = row.changes_metadata;
    const auto leases = exec_leases_of(call, 77);
    EXPECT_EQ(leases.empty(), row.acts.empty());
    if (leases.empty()) continue;
    EXPECT_EQ(leases.front().acts, row.acts);
    EXPECT_EQ(leases.front().rights, row.changes_metadata);
  }
}

TEST(RememberingTest, AnAnswerForLongerIsAGrant) {
  for (const Scope scope : {Scope::kCommand, Scope::kSession, Scope::kMinutes, Scope::kAlways}) {
    const auto grant = grant_of(deletion(), approval(scope), {});
    ASSERT_TRUE(grant) << name_of(scope);
    EXPECT_EQ(grant->scope, scope);
    EXPECT_EQ(grant->pattern, "/w/d");
    EXPECT_EQ(grant->categories, std::vector<Category>{Category::kFsDeleteOverwrite});
    EXPECT_EQ(grant->command_pid, kMadeShell);
    EXPECT_EQ(grant->until.has_value(), scope == Scope::kMinutes);
    EXPECT_EQ(grant->approval_id, "q1");
    EXPECT_EQ(grant->by, "ana (guard approve)");
    EXPECT_EQ(grant->identity, "");
  }
  EXPECT_FALSE(grant_of(deletion(), approval(Scope::kOnce), {}));
}

TEST(RememberingTest, AnActOnFilesWithoutAPatternIsLeasedAloneForItsCommand) {
  PendingCall call = deletion();
  call.decision.assessment.pattern.clear();
  EXPECT_FALSE(grant_of(call, approval(Scope::kCommand), {}));
  EXPECT_EQ(leases_of(call, approval(Scope::kCommand)).size(), 1U);
  PendingCall started = removal();
  started.decision.assessment.pattern.clear();
  EXPECT_TRUE(grant_of(started, approval(Scope::kCommand), {}));
}

TEST(RememberingTest, AGrantIsOfTheKindThatWasAskedAbout) {
  EXPECT_EQ(grant_of(deletion(), approval(Scope::kSession), {})->kind, "deletes");
  EXPECT_EQ(grant_of(counted_removal(), approval(Scope::kSession), {})->kind, "deletes");
  EXPECT_EQ(grant_of(removal(), approval(Scope::kSession), {})->kind, "") << "by its words";
  EXPECT_EQ(denial_of(deletion(), approval(Scope::kSession))->kind, "deletes");
}

TEST(RememberingTest, AGrantOfMinutesEndsAfterThem) {
  const auto before = std::chrono::system_clock::now();
  const auto grant = grant_of(deletion(), approval(Scope::kMinutes), {});
  const auto after = std::chrono::system_clock::now();
  ASSERT_TRUE(grant);
  ASSERT_TRUE(grant->until);
  EXPECT_GE(*grant->until, before + std::chrono::minutes(30));
  EXPECT_LE(*grant->until, after + std::chrono::minutes(30));
}

TEST(RememberingTest, APatternThatAPersonEditedIsGranted) {
  Answer answer = approval(Scope::kSession);
  answer.pattern = "/w";
  EXPECT_EQ(grant_of(deletion(), answer, {})->pattern, "/w");
}

TEST(RememberingTest, WhatAnotherAnswerCoversWidensNothing) {
  Answer answer = approval(Scope::kSession);
  answer.covered_by = "q0";
  EXPECT_FALSE(grant_of(deletion(), answer, {}));
}

TEST(RememberingTest, WhatTwoPeopleApproveIsOneAct) {
  policy::Policy policy;
  policy.two_person_tier = 2;
  EXPECT_FALSE(grant_of(deletion(), approval(Scope::kSession), policy));
  policy.mode = policy::trusting_mode();
  EXPECT_FALSE(grant_of(deletion(), approval(Scope::kOnce), policy));
}

TEST(RememberingTest, ATrustingModeRemembersWhatWasApprovedOnce) {
  struct Row {
    policy::Mode mode;
    int tier;
    bool wildcard;
    bool remembered;
  };
  const std::vector<Row> rows = {
      {policy::trusting_mode(), 2, false, true},  {policy::trusting_mode(), 2, true, false},
      {policy::trusting_mode(), 1, false, false}, {policy::trusting_mode(), 3, false, true},
      {policy::trusting_mode(), 3, true, false},  {policy::trusting_mode(), 9, false, true},
      {policy::balanced_mode(), 2, false, false}, {policy::balanced_mode(), 3, false, false},
      {policy::paranoid_mode(), 0, false, false}};
  for (const Row& row : rows) {
    PendingCall call = deletion();
    call.decision.assessment.tier = row.tier;
    call.decision.assessment.wildcard = row.wildcard;
    policy::Policy policy;
    policy.mode = row.mode;
    const auto grant = grant_of(call, approval(Scope::kOnce), policy);
    ASSERT_EQ(grant.has_value(), row.remembered) << row.mode.name << " " << row.tier;
    if (!grant) continue;
    EXPECT_EQ(grant->scope, Scope::kSession);
    EXPECT_EQ(grant->identity, row.tier >= 3 ? act_identity(call.action) : "");
  }
}

TEST(RememberingTest, AWildcardIsGrantedToItsCommand) {
  PendingCall call = deletion();
  call.decision.assessment.wildcard = true;
  const auto grant = grant_of(call, approval(Scope::kCommand), {});
  ASSERT_TRUE(grant);
  EXPECT_EQ(grant->scope, Scope::kCommand);
}

TEST(RememberingTest, ARefusalIsOfThisProcessAndIntent) {
  PendingCall call = deletion();
  call.decision.reason = "denied by ana";
  const Refusal refusal = refusal_of(call);
  EXPECT_EQ(refusal.approval_id, "q1");
  EXPECT_EQ(refusal.pid, kMadeActor);
  EXPECT_EQ(refusal.acts, Acts{Act::kDelete});
  EXPECT_EQ(refusal.place, "/w/d/a");
  EXPECT_EQ(refusal.reason, "denied by ana");
}

TEST(RememberingTest, ARefusalIsOfAPlaceOrAPeerOrAllWordsOfACommand) {
  PendingCall peer = made_act(Act::kConnect, {made_object("/run/x.sock")});
  EXPECT_EQ(refusal_of(peer).place, "/run/x.sock");
  peer.action.destination.protocol = "tcp";
  peer.action.destination.address = "192.0.2.7";
  peer.action.destination.port = 443;
  EXPECT_EQ(refusal_of(peer).place, "tcp 192.0.2.7 443");
  peer.action.act = Act::kDelete;
  EXPECT_EQ(refusal_of(peer).place, "/run/x.sock");
  EXPECT_EQ(refusal_of(made_act(Act::kSignal)).place, "");
  const PendingCall started = removal();
  EXPECT_EQ(refusal_of(started).place, exec_text(started.action));
}

}  // namespace
}  // namespace guard::supervisor

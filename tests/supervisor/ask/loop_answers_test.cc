// SPDX-License-Identifier: Apache-2.0
// The meaning of an answer for the command where CMD is a shell that runs a loop: each `rm` of it
// is a process of its own.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "supervisor/approval/grant_pattern.h"
#include "supervisor/approval/grants.h"
#include "supervisor/ask/remembering.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;
using policy::ObjectType;
using policy::Recoverability;
const std::chrono::system_clock::time_point kNow{std::chrono::seconds(1'700'000'000)};

// bash -c LOOP -> rm
ProcessPtr rm_of_loop(int typed_line = 0) {
  auto shell = made_process(kMadeShell, made_program("/usr/bin/bash", {"bash", "x.sh"}));
  shell->agent = true;
  auto rm = made_process(kMadeActor, made_program("/usr/bin/rm", {"rm", "d/1"}), shell);
  rm->typed_line = typed_line;
  return rm;
}

PendingCall fifth_of_many(int typed_line = 0) {
  PendingCall call = made_act(Act::kDelete, {made_object("/w/d/5")});
  call.process = rm_of_loop(typed_line);
  call.approval_id = "q1";
  call.decision.assessment.tier = 2;
  call.decision.assessment.categories = {Category::kFsDeleteOverwrite};
  call.decision.assessment.rule = "fs.delete.many";
  call.decision.assessment.wildcard = true;
  call.decision.assessment.pattern = "/w/d";
  return call;
}

PendingCall run_of_rm(const std::vector<std::string>& argv, const std::string& path,
                      ObjectType type = ObjectType::kFile) {
  PendingCall call = made_exec("/usr/bin/rm", argv);
  call.process = rm_of_loop();
  call.action.image_origin = policy::ImageOrigin::kInstalled;
  call.approval_id = "q1";
  policy::Assessment& assessment = call.decision.assessment;
  assessment.tier = 2;
  assessment.categories = {Category::kFsDeleteOverwrite};
  assessment.rule = "fs.delete.wildcard";
  assessment.wildcard = true;
  policy::EffectOperand operand;
  operand.object = made_object(path, Recoverability::kSaved, type);
  assessment.effect.emplace().operands = {operand};
  assessment.effect->complete = true;
  return call;
}

Answer for_the_command() {
  Answer answer;
  answer.approve = true;
  answer.scope = Scope::kCommand;
  return answer;
}

TEST(LoopAnswersTest, OfManyFilesTheShellIsAnsweredOrTheLineThatWasTyped) {
  for (const int typed_line : {0, -7}) {
    const PendingCall call = fifth_of_many(typed_line);
    const int command = typed_line != 0 ? typed_line : kMadeShell;
    EXPECT_EQ(leases_of(call, for_the_command()).front().pid, command);
    EXPECT_EQ(grant_of(call, for_the_command(), {})->command_pid, command);
    EXPECT_EQ(grant_of(call, for_the_command(), {})->pattern, "/w/d");
    EXPECT_EQ(denial_of(call, for_the_command())->command_pid, command);
    EXPECT_EQ(refusal_of(call).pid, command);
  }
}

TEST(LoopAnswersTest, OfAnotherActItIsTheProcessAsEver) {
  PendingCall call = fifth_of_many();
  call.decision.assessment.rule = "fs.delete";
  EXPECT_EQ(leases_of(call, for_the_command()).front().pid, kMadeActor);
  EXPECT_EQ(grant_of(call, for_the_command(), {})->command_pid, kMadeActor);
  EXPECT_EQ(refusal_of(call).pid, kMadeActor);
}

TEST(LoopAnswersTest, ARunIsCoveredLikeTheOneThatWasAnswered) {
  Grants grants;
  grants.remember(*grant_of(run_of_rm({"rm", "d/1"}, "/w/d/1"), for_the_command(), {}));
  const auto covers = [&](const PendingCall& call,
                          const std::vector<int>& ancestors = {kMadeActor, kMadeShell}) {
    return grants.covering(call.action, call.decision.assessment, ancestors, kNow).has_value();
  };
  EXPECT_TRUE(covers(run_of_rm({"rm", "d/2"}, "/w/d/2")));
  EXPECT_FALSE(covers(run_of_rm({"rm", "d/2"}, "/w/d/2"), {kMadeActor})) << "another shell";
  EXPECT_FALSE(covers(run_of_rm({"rm", "-f", "d/2"}, "/w/d/2"))) << "another option";
  EXPECT_FALSE(covers(run_of_rm({"rm", "e/2"}, "/w/e/2"))) << "another folder";
  EXPECT_FALSE(covers(run_of_rm({"rm", "d/x/2"}, "/w/d/x/2"))) << "a folder below";
  EXPECT_FALSE(covers(run_of_rm({"rm", "d/2"}, "/w/d/2", ObjectType::kDirectory)));
  const auto changed = [&](void (*change)(PendingCall&)) {
    PendingCall call = run_of_rm({"rm", "d/2"}, "/w/d/2");
    change(call);
    return covers(call);
  };
  EXPECT_FALSE(changed([](PendingCall& c) { c.decision.assessment.tier = 3; }));
  EXPECT_FALSE(changed([](PendingCall& c) { c.decision.assessment.wildcard = false; }));
  EXPECT_FALSE(changed([](PendingCall& c) { c.decision.assessment.effect->complete = false; }));
  EXPECT_FALSE(changed([](PendingCall& c) { c.action.exe = "/usr/bin/shred"; }));
  EXPECT_FALSE(
      changed([](PendingCall& c) { c.action.image_origin = policy::ImageOrigin::kWorkspace; }));
  EXPECT_FALSE(changed([](PendingCall& c) {
    c.decision.assessment.categories.push_back(Category::kFsConfigSecrets);
  }));
}

}  // namespace
}  // namespace guard::supervisor

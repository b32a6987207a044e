// SPDX-License-Identifier: Apache-2.0
// A session without a tree: all that describing, enriching and judging refer to, and calls that a
// test makes up. One thread.
#ifndef GUARD_TESTS_SUPERVISOR_JUDGE_JUDGING_FIXTURE_H_
#define GUARD_TESTS_SUPERVISOR_JUDGE_JUDGING_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/judge/judging_stages.h"

namespace guard::supervisor {

inline constexpr pid_t kAgent = 100;    // CMD
inline constexpr pid_t kCommand = 200;  // what the agent started
inline constexpr std::uint64_t kDevice = 8;
inline constexpr std::uint64_t kInode = 42;

class JudgingFixture : public ::testing::Test {
 protected:
  static policy::PathRoots roots() {
    return {.workspace = {"/w"},
            .home = "/home/u",
            .tmp = {"/tmp"},
            .guard = {"/home/u/.local/state/guard"},
            .own_state = {},
            .cache = {},
            .patterns = {}};
  }

  static std::shared_ptr<Program> program(const std::string& exe) {
    auto made = std::make_shared<Program>();
    made->actor.exe = exe;
    made->actor.argv = {exe};
    made->actor.installed = true;
    made->cwd = "/w";
    return made;
  }

  // CMD, and below it the command that acts.
  static ProcessPtr command_of_agent(std::shared_ptr<const Program> of) {
    auto agent = std::make_shared<Process>();
    agent->pid = agent->command = kAgent;
    agent->agent = true;
    agent->program = program("/usr/bin/agent");
    auto process = std::make_shared<Process>();
    process->pid = process->command = kCommand;
    process->program = std::move(of);
    process->parent = agent;
    return process;
  }

  static policy::Object object(const std::string& path, policy::PathClass place,
                               policy::Recoverability kept) {
    policy::Object made;
    made.path = path;
    made.path_class = place;
    made.type = policy::ObjectType::kFile;
    made.recoverability = kept;
    return made;
  }
  static policy::Object precious(const std::string& path) {
    return object(path, policy::PathClass::kWorkspace, policy::Recoverability::kPrecious);
  }

  static std::unique_ptr<PendingCall> call_of(policy::Act act,
                                              std::vector<policy::Object> objects = {}) {
    auto call = std::make_unique<PendingCall>();
    auto tracee = std::make_shared<interceptor::Tracee>();
    tracee->tid = tracee->tgid = kCommand;
    call->held.tracee = tracee;
    call->held.first.status.st_dev = kDevice;
    call->held.first.status.st_ino = kInode;
    call->process = command_of_agent(program("/usr/bin/rm"));
    call->action.act = act;
    call->action.actor = call->process->program->actor;
    call->action.cwd = "/w";
    call->action.objects = std::move(objects);
    return call;
  }
  // Asked in balanced mode: a file of before that nobody keeps.
  static std::unique_ptr<PendingCall> asked_delete(const std::string& path = "/w/a.txt") {
    return call_of(policy::Act::kDelete, {precious(path)});
  }
  static std::unique_ptr<PendingCall> connect_to(const std::string& address,
                                                 std::uint16_t port = 443) {
    auto call = call_of(policy::Act::kConnect);
    call->held.raw.operation = interceptor::Operation::kConnect;
    call->action.destination.address = address;
    call->action.destination.port = port;
    call->action.destination.protocol = "tcp";
    return call;
  }

  StagesParts parts() {
    return {.policy = std::make_shared<const policy::Policy>(policy_),
            .paths = paths_,
            .leases = leases_,
            .grants = grants_,
            .network = *network_,
            .sockets = sockets_,
            .on_ask = on_ask_,
            .raising = policy::Raising::kNever,
            .saved = {},
            .environment = {},
            .hints = hints_,
            .readers = &readers_,
            .scripts = &scripts_};
  }
  // By policy_ as it is when first asked for.
  JudgingStages& stages() {
    if (!network_) network_.emplace(policy_, no_names(), NetworkFacts::Clock::now);
    if (!stages_) stages_ = std::make_unique<JudgingStages>(parts());
    return *stages_;
  }
  Judged judged(const PendingCall& call) { return stages().judge().judge(call); }

  static NameLookup no_names() {
    return [](const std::string&) { return Addresses{}; };
  }

  policy::Policy policy_;
  policy::OnAsk on_ask_ = policy::OnAsk::kWait;
  policy::PathClassifier classifier_{roots()};
  BornSet born_;
  BuildFolders build_folders_{classifier_};
  PathFacts paths_{classifier_, born_, build_folders_};
  LeaseTable leases_;
  Grants grants_;
  SocketMemory sockets_;
  NameHints* hints_ = nullptr;
  SecretReaders readers_;
  PackageScripts scripts_;
  std::optional<NetworkFacts> network_;
  std::unique_ptr<JudgingStages> stages_;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_JUDGE_JUDGING_FIXTURE_H_

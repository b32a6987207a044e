// SPDX-License-Identifier: Apache-2.0
// Calls and processes that a test makes up: plain values, with no tracee behind them. Their numbers
// are larger than any that a kernel gives (PID_MAX_LIMIT is 4,194,304), so that nothing of this
// machine is read for them.
#ifndef GUARD_TESTS_SUPERVISOR_SUPPORT_MADE_CALL_H_
#define GUARD_TESTS_SUPERVISOR_SUPPORT_MADE_CALL_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

inline constexpr pid_t kMadeAgent = 5'000'001;
inline constexpr pid_t kMadeShell = 5'000'002;
inline constexpr pid_t kMadeActor = 5'000'003;

// An installed program, in /w.
inline std::shared_ptr<Program> made_program(const std::string& exe,
                                             std::vector<std::string> argv) {
  auto program = std::make_shared<Program>();
  program->actor.exe = exe;
  program->actor.argv = std::move(argv);
  program->actor.installed = true;
  program->cwd = "/w";
  return program;
}

// A command of its own.
inline std::shared_ptr<Process> made_process(pid_t pid, std::shared_ptr<const Program> program,
                                             ProcessPtr parent = nullptr) {
  auto process = std::make_shared<Process>();
  process->pid = process->command = pid;
  process->program = std::move(program);
  process->parent = std::move(parent);
  return process;
}

// claude -> bash -c 'make clean' -> rm -f a.o
inline std::shared_ptr<Process> made_actor() {
  const auto agent = made_process(kMadeAgent, made_program("/opt/claude", {"claude"}));
  const auto shell =
      made_process(kMadeShell, made_program("/usr/bin/bash", {"bash", "-c", "make clean"}), agent);
  return made_process(kMadeActor, made_program("/usr/bin/rm", {"rm", "-f", "a.o"}), shell);
}

inline policy::Object made_object(const std::string& path,
                                  policy::Recoverability kept = policy::Recoverability::kSaved,
                                  policy::ObjectType type = policy::ObjectType::kFile) {
  policy::Object object;
  object.path = path;
  object.path_class = policy::PathClass::kWorkspace;
  object.type = type;
  object.recoverability = kept;
  return object;
}

inline PendingCall made_act(policy::Act act, std::vector<policy::Object> objects = {}) {
  PendingCall call;
  call.notification.tid = kMadeActor;
  call.process = made_actor();
  call.action.act = act;
  call.action.cwd = "/w";
  call.action.objects = std::move(objects);
  return call;
}

// An exec of an installed program.
inline PendingCall made_exec(const std::string& exe, std::vector<std::string> argv) {
  PendingCall call = made_act(policy::Act::kExec);
  call.action.exe = exe;
  call.action.argv = std::move(argv);
  return call;
}

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_SUPPORT_MADE_CALL_H_

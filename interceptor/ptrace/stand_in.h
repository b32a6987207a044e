// SPDX-License-Identifier: Apache-2.0
// StandIns: makes a caller of execve run guard's relay in the place of what it called, with its own
// argv and environment (docs/decisions/0040). The caller is seized and interrupted in its call; it
// gets two files (the relay's image and a socket), its call fails, and at the stop behind it its
// registers make another one: execveat of the image, whose path is the end of the path that it
// gave. Nothing is written to its memory: a child of vfork shares that with its parent. The program
// that then runs is compared with the image before its first instruction, like any program
// (exec_tracer.h).
//
// Belongs to the thread that traces, but for answer(): any thread. Signals wait meanwhile.
// Kernel facts: seccomp_unotify(2), ADDFD (5.9); a call whose answer waits is not ended by the
// interrupt (WAIT_KILLABLE_RECV, 5.19): without that flag there is no stand-in.
#ifndef GUARD_INTERCEPTOR_PTRACE_STAND_IN_H_
#define GUARD_INTERCEPTOR_PTRACE_STAND_IN_H_

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "interceptor/calls/call_listener.h"
#include "interceptor/process/call_registers.h"
#include "interceptor/ptrace/exec_order.h"

namespace guard::interceptor {

class StandIns {
 public:
  explicit StandIns(CallListener& listener) : listener_(listener) {}

  // The caller is seized and was interrupted. False: its call is not answered, and it is to
  // be refused. True: its stop comes next.
  [[nodiscard]] bool begin(const ExecOrder& order);
  // True: the stop was on the way, and it goes on. False: it has come to its end, whichever.
  [[nodiscard]] bool took_stop(pid_t tid, int status);
  void forget(pid_t tid);

  // The second call of a caller that runs a stand-in. True: it was that, and is answered.
  [[nodiscard]] bool answer(const Notification& call);

 private:
  enum class Stage { kLeaves, kEnters, kStarts };
  struct Start {
    Stage stage = Stage::kLeaves;
    CallToMake call;
    std::optional<CallRegisters> registers;  // as they were behind the first call
    std::uint64_t signal_mask = 0;
  };
  [[nodiscard]] bool turn(pid_t tid, Start& start) const;
  void expect(pid_t tid, const CallToMake& call);
  void expect_no_more(pid_t tid);

  CallListener& listener_;
  std::unordered_map<pid_t, Start> starts_;
  std::mutex mutex_;
  std::unordered_map<pid_t, CallToMake> expected_;  // under mutex_
  std::atomic<std::size_t> count_ = 0;              // of expected_
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_STAND_IN_H_

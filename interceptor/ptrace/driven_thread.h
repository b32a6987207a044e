// SPDX-License-Identifier: Apache-2.0
// DrivenThread: a thread of the tree that guard has seized and that makes calls for guard, by its
// registers. Each call is looked at again when it is made: a thread that makes another one, because
// a sibling changed its instructions, is astray and its process is killed. Signals wait meanwhile,
// but for SIGSYS: the kernel takes the handler of a blocked one away (a filter of the program's own
// that answers with SECCOMP_RET_TRAP), and a call that such a filter stops comes to EPERM here.
//
// Belongs to the thread that seized it, which waits for nobody else meanwhile. Its end lets the
// thread go on from the registers that it has then. Errors: kGone: the thread has ended, or guard
// is stopping; kRefused: astray, killed.
#ifndef GUARD_INTERCEPTOR_PTRACE_DRIVEN_THREAD_H_
#define GUARD_INTERCEPTOR_PTRACE_DRIVEN_THREAD_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/error.h"
#include "interceptor/process/call_registers.h"

namespace guard::interceptor {

class DrivenThread {
 public:
  // It goes on running. kSystem, EPERM: another tracer holds it. STOPPING outlives this.
  static Result<DrivenThread> seize(pid_t tid, const std::atomic<bool>& stopping);
  // A thread that a driven one has made: seized by the kernel, about to stop.
  static DrivenThread adopt(pid_t tid, const std::atomic<bool>& stopping);

  DrivenThread(DrivenThread&& other) noexcept;
  DrivenThread& operator=(DrivenThread&&) = delete;
  DrivenThread(const DrivenThread&) = delete;
  DrivenThread& operator=(const DrivenThread&) = delete;
  ~DrivenThread();

  [[nodiscard]] pid_t tid() const { return tid_; }
  // It stops before it returns from the call that it is in.
  Result<void> interrupt() const;
  // Waits for that stop; from then on it can be driven.
  Result<void> await_stop();
  // It was interrupted in CALL, and came out of it with nothing done.
  [[nodiscard]] bool was_interrupted_in(const CallToMake& call) const;
  // The result, negative as the kernel gives it.
  Result<std::int64_t> make(const CallToMake& call);
  // The thread that the last clone made.
  [[nodiscard]] pid_t made() const { return made_; }
  // It makes CALL when it is let go.
  [[nodiscard]] bool set_up(const CallToMake& call) const;
  // It makes CALL, which ends it, and has ended.
  Result<void> end_by(const CallToMake& call);
  // Signals wait, or come again.
  [[nodiscard]] bool hold_signals();
  void free_signals() const;

 private:
  DrivenThread(pid_t tid, const std::atomic<bool>& stopping) : tid_(tid), stopping_(stopping) {}
  Result<int> next_stop();
  Result<void> resume();
  [[nodiscard]] bool was_trapped(const CallToMake& call, std::int64_t result) const;
  Result<std::int64_t> take_trap();
  tl::unexpected<Error> astray();

  pid_t tid_;
  const std::atomic<bool>& stopping_;
  std::optional<CallRegisters> registers_;  // as they were at the first stop
  std::uint64_t signal_mask_ = 0;
  pid_t made_ = -1;
  bool stands_ = false;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_DRIVEN_THREAD_H_

// SPDX-License-Identifier: Apache-2.0
// OpenRegisters: the registers of a tracee in a ptrace stop behind an open(2) or openat(2) that
// reads only and that a gate held back (read_gate.h). Such a call is made again as one that the
// filter hands to guard: with O_CREAT, which alone makes it notified, and a mark in the upper half
// of the flags register, which the kernel ignores (openat's flags are an int) and by which the
// decoder takes O_CREAT away again. A program that sets the mark itself gets its read judged.
// Kernel facts: syscall restart by orig_rax = -1, rip -= 2 (arch/x86/kernel/signal.c); ptrace's
// entry stop comes before seccomp (Linux 4.8). The thread that traces the tracee.
#ifndef GUARD_INTERCEPTOR_PTRACE_OPEN_REGISTERS_H_
#define GUARD_INTERCEPTOR_PTRACE_OPEN_REGISTERS_H_

#include <sys/types.h>

#include <optional>

namespace guard::interceptor {

class OpenRegisters {
 public:
  // Nothing when the tracee stands elsewhere, or cannot be read any more.
  static std::optional<OpenRegisters> held_back(pid_t tid);
  // The same behind one that waits for nobody (O_NONBLOCK), and that the kernel refused (EAGAIN).
  static std::optional<OpenRegisters> refused_at_once(pid_t tid);

  // False: the tracee is gone.
  [[nodiscard]] bool make_again_for_guard(pid_t tid) const;  // from the stop behind the call
  // At the entry stop of a call: it is the one that was made ready.
  [[nodiscard]] bool are_made_again(pid_t tid) const;
  // From a stop before it was made again, or from its exit stop.
  [[nodiscard]] bool give_flags_back(pid_t tid) const;

 private:
  static std::optional<OpenRegisters> behind_open(pid_t tid,
                                                  bool (*ended)(long long result,
                                                                unsigned long long flags));
  explicit OpenRegisters(unsigned long long flags, bool in_third)
      : flags_(flags), in_third_(in_third) {}
  unsigned long long flags_;  // as the tracee said
  bool in_third_;             // openat
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_OPEN_REGISTERS_H_

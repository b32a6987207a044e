// SPDX-License-Identifier: Apache-2.0
// CallRegisters: the registers of a tracee in a ptrace stop before or behind a system call, and
// what guard writes into them: another call, a result, the same call anew. Registers belong to the
// thread that stands: no other thread of the tree can change them. For the thread that traces it.
// False and nullopt: the tracee is gone.
// Kernel facts: a number of -1 skips the call (Linux 4.8: seccomp(2), SECCOMP_RET_TRACE), the
// result register then stays as the tracer set it; a call is made again from behind it by going
// back over the two bytes of the instruction, which the tree may have changed since: what then
// comes must be looked at (is_before).
#ifndef GUARD_INTERCEPTOR_PROCESS_CALL_REGISTERS_H_
#define GUARD_INTERCEPTOR_PROCESS_CALL_REGISTERS_H_

#include <sys/types.h>
#include <sys/user.h>

#include <array>
#include <cstdint>
#include <optional>

namespace guard::interceptor {

struct StoppedCall {
  bool entering = false;  // else it is on its way out
  std::uint32_t architecture = 0;
  int number = -1;
  std::array<std::uint64_t, 6> arguments{};
};
// For a stop for a system call, or for seccomp.
[[nodiscard]] std::optional<StoppedCall> stopped_call(pid_t tid);

struct CallToMake {
  long number = -1;
  std::array<std::uint64_t, 6> arguments{};
};

class CallRegisters {
 public:
  // This architecture's registers are known to guard.
  static constexpr bool kSupported =
#ifdef __x86_64__
      true;
#else
      false;
#endif
  static std::optional<CallRegisters> of(pid_t tid);

  // From the stop before the call:
  [[nodiscard]] bool replace_call(pid_t tid, const CallToMake& call) const;
  [[nodiscard]] bool skip_call(pid_t tid, std::int64_t result) const;
  // From the stop behind any call, with these registers as they were before it:
  [[nodiscard]] bool make_call(pid_t tid, const CallToMake& call) const;
  [[nodiscard]] bool give_result(pid_t tid, std::int64_t result) const;
  // As a call that a signal interrupted: the kernel makes it again or ends it with EINTR. For one
  // that was skipped.
  [[nodiscard]] bool give_restart(pid_t tid) const;
  // From a stop on its way out of CALL: it was interrupted there, and nothing was done.
  [[nodiscard]] bool is_interrupted(const CallToMake& call) const;
  // It stands before CALL, made by make_call().
  [[nodiscard]] bool is_before(pid_t tid, const CallToMake& call) const;

 private:
  explicit CallRegisters(const user_regs_struct& registers) : registers_(registers) {}
  user_regs_struct registers_;
};

// The result of the call, at a stop behind it.
[[nodiscard]] std::optional<std::int64_t> result_of_call(pid_t tid);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_CALL_REGISTERS_H_

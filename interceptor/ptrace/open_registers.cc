// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/open_registers.h"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>

#include <cerrno>

#include "interceptor/calls/restart.h"
#include "interceptor/syscalls/open_flags.h"

namespace guard::interceptor {
#ifdef __x86_64__
namespace {

constexpr unsigned kLengthOfSyscall = 2;  // 0f 05

bool was_held_back(long long result, unsigned long long) {
  return result == -EPERM || result == -kRestartSystemCall;
}

bool was_refused_at_once(long long result, unsigned long long flags) {
  return result == -EAGAIN && (flags & O_NONBLOCK) != 0;
}

unsigned long long marked(unsigned long long flags) {
  return (flags & ~kUpperHalfOfFlags) | O_CREAT | kMadeAgainMark;
}

bool change(pid_t tid, auto edit) {
  user_regs_struct registers{};
  if (::ptrace(PTRACE_GETREGS, tid, nullptr, &registers) != 0) return false;
  edit(registers);
  return ::ptrace(PTRACE_SETREGS, tid, nullptr, &registers) == 0;
}

unsigned long long& flags_of(user_regs_struct& registers, bool in_third) {
  return in_third ? registers.rdx : registers.rsi;
}

}  // namespace

std::optional<OpenRegisters> OpenRegisters::behind_open(pid_t tid,
                                                        bool (*ended)(long long,
                                                                      unsigned long long)) {
  user_regs_struct registers{};
  if (::ptrace(PTRACE_GETREGS, tid, nullptr, &registers) != 0) return std::nullopt;
  const bool openat = registers.orig_rax == SYS_openat;
  if (!openat && registers.orig_rax != SYS_open) return std::nullopt;
  const unsigned long long flags = flags_of(registers, openat);
  if (!ended(static_cast<long long>(registers.rax), flags)) return std::nullopt;
  if (has_write_intent(flags & ~kUpperHalfOfFlags)) return std::nullopt;
  return OpenRegisters(flags, openat);
}

std::optional<OpenRegisters> OpenRegisters::held_back(pid_t tid) {
  return behind_open(tid, was_held_back);
}

std::optional<OpenRegisters> OpenRegisters::refused_at_once(pid_t tid) {
  return behind_open(tid, was_refused_at_once);
}

bool OpenRegisters::make_again_for_guard(pid_t tid) const {
  return change(tid, [this](user_regs_struct& registers) {
    registers.rip -= kLengthOfSyscall;
    registers.rax = registers.orig_rax;
    registers.orig_rax = ~0ULL;
    flags_of(registers, in_third_) = marked(flags_);
  });
}

bool OpenRegisters::are_made_again(pid_t tid) const {
  user_regs_struct registers{};
  if (::ptrace(PTRACE_GETREGS, tid, nullptr, &registers) != 0) return false;
  const auto call = static_cast<unsigned long long>(in_third_ ? SYS_openat : SYS_open);
  return registers.orig_rax == call && flags_of(registers, in_third_) == marked(flags_);
}

bool OpenRegisters::give_flags_back(pid_t tid) const {
  return change(tid,
                [this](user_regs_struct& registers) { flags_of(registers, in_third_) = flags_; });
}
#else
// Elsewhere no gate can be had (read_gate.h): nothing is ever held back.
std::optional<OpenRegisters> OpenRegisters::held_back(pid_t) {
  return std::nullopt;
}
std::optional<OpenRegisters> OpenRegisters::refused_at_once(pid_t) {
  return std::nullopt;
}
bool OpenRegisters::make_again_for_guard(pid_t) const {
  return false;
}
bool OpenRegisters::are_made_again(pid_t) const {
  return false;
}
bool OpenRegisters::give_flags_back(pid_t) const {
  return false;
}
#endif

}  // namespace guard::interceptor

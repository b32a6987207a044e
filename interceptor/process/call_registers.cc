// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/call_registers.h"

#include <sys/ptrace.h>

#include <algorithm>
#include <cerrno>

#include "interceptor/calls/restart.h"

namespace guard::interceptor {

std::optional<StoppedCall> stopped_call(pid_t tid) {
  __ptrace_syscall_info info{};
  if (::ptrace(PTRACE_GET_SYSCALL_INFO, tid, reinterpret_cast<void*>(sizeof(info)), &info) <= 0)
    return std::nullopt;
  StoppedCall call;
  call.architecture = info.arch;
  call.entering = info.op != PTRACE_SYSCALL_INFO_EXIT && info.op != PTRACE_SYSCALL_INFO_NONE;
  if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
    call.number = static_cast<int>(info.entry.nr);
    std::copy_n(info.entry.args, call.arguments.size(), call.arguments.begin());
  } else if (info.op == PTRACE_SYSCALL_INFO_SECCOMP) {
    call.number = static_cast<int>(info.seccomp.nr);
    std::copy_n(info.seccomp.args, call.arguments.size(), call.arguments.begin());
  }
  return call;
}

std::optional<std::int64_t> result_of_call(pid_t tid) {
  __ptrace_syscall_info info{};
  if (::ptrace(PTRACE_GET_SYSCALL_INFO, tid, reinterpret_cast<void*>(sizeof(info)), &info) <= 0 ||
      info.op != PTRACE_SYSCALL_INFO_EXIT)
    return std::nullopt;
  return info.exit.rval;
}

#ifdef __x86_64__
namespace {

constexpr unsigned kLengthOfSyscall = 2;  // 0f 05
constexpr unsigned long long kNoCall = ~0ULL;

bool write(pid_t tid, user_regs_struct registers) {
  return ::ptrace(PTRACE_SETREGS, tid, nullptr, &registers) == 0;
}

bool read(pid_t tid, user_regs_struct& registers) {
  return ::ptrace(PTRACE_GETREGS, tid, nullptr, &registers) == 0;
}

void set_arguments(user_regs_struct& registers, const std::array<std::uint64_t, 6>& arguments) {
  registers.rdi = arguments[0];
  registers.rsi = arguments[1];
  registers.rdx = arguments[2];
  registers.r10 = arguments[3];
  registers.r8 = arguments[4];
  registers.r9 = arguments[5];
}

std::array<std::uint64_t, 6> arguments_of(const user_regs_struct& registers) {
  return {registers.rdi, registers.rsi, registers.rdx, registers.r10, registers.r8, registers.r9};
}

}  // namespace

std::optional<CallRegisters> CallRegisters::of(pid_t tid) {
  user_regs_struct registers{};
  if (!read(tid, registers)) return std::nullopt;
  return CallRegisters(registers);
}

bool CallRegisters::replace_call(pid_t tid, const CallToMake& call) const {
  user_regs_struct registers = registers_;
  registers.orig_rax = static_cast<unsigned long long>(call.number);
  set_arguments(registers, call.arguments);
  return write(tid, registers);
}

bool CallRegisters::skip_call(pid_t tid, std::int64_t result) const {
  user_regs_struct registers = registers_;
  registers.orig_rax = kNoCall;
  registers.rax = static_cast<unsigned long long>(result);
  return write(tid, registers);
}

bool CallRegisters::make_call(pid_t tid, const CallToMake& call) const {
  user_regs_struct registers = registers_;
  registers.rip -= kLengthOfSyscall;
  registers.rax = static_cast<unsigned long long>(call.number);
  registers.orig_rax = kNoCall;
  set_arguments(registers, call.arguments);
  return write(tid, registers);
}

bool CallRegisters::give_result(pid_t tid, std::int64_t result) const {
  return skip_call(tid, result);
}

// Behind a call the kernel looks for this result, with the number of the call beside it, only when
// it looks for signals: an interrupt makes it look.
bool CallRegisters::give_restart(pid_t tid) const {
  user_regs_struct registers = registers_;
  registers.rax = static_cast<unsigned long long>(-static_cast<long long>(kRestartSystemCall));
  return write(tid, registers) && ::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr) == 0;
}

bool CallRegisters::is_interrupted(const CallToMake& call) const {
  return registers_.orig_rax == static_cast<unsigned long long>(call.number) &&
         registers_.rax ==
             static_cast<unsigned long long>(-static_cast<long long>(kRestartSystemCall)) &&
         arguments_of(registers_) == call.arguments;
}

bool CallRegisters::is_before(pid_t tid, const CallToMake& call) const {
  user_regs_struct registers{};
  return read(tid, registers) &&
         registers.orig_rax == static_cast<unsigned long long>(call.number) &&
         registers.rip == registers_.rip && arguments_of(registers) == call.arguments;
}
#else
// Elsewhere there is no ptrace backend (kSupported).
std::optional<CallRegisters> CallRegisters::of(pid_t) {
  return std::nullopt;
}
bool CallRegisters::replace_call(pid_t, const CallToMake&) const {
  return false;
}
bool CallRegisters::skip_call(pid_t, std::int64_t) const {
  return false;
}
bool CallRegisters::make_call(pid_t, const CallToMake&) const {
  return false;
}
bool CallRegisters::give_result(pid_t, std::int64_t) const {
  return false;
}
bool CallRegisters::give_restart(pid_t) const {
  return false;
}
bool CallRegisters::is_interrupted(const CallToMake&) const {
  return false;
}
bool CallRegisters::is_before(pid_t, const CallToMake&) const {
  return false;
}
#endif

}  // namespace guard::interceptor

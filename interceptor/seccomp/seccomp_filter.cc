// SPDX-License-Identifier: Apache-2.0
#include "interceptor/seccomp/seccomp_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <vector>

#include "base/weaken.h"
#include "interceptor/seccomp/seccomp_programs.h"
#include "interceptor/syscalls/asked_calls.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {
namespace {

constexpr sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

// In front of the program: what a test-only build lets through.
[[maybe_unused]] void allow_if(std::vector<sock_filter>& program, std::size_t offset,
                               unsigned short test, std::uint32_t value) {
  program.push_back(load(offset));
  program.push_back(BPF_JUMP(static_cast<unsigned short>(BPF_JMP | test | BPF_K), value, 0, 1));
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

[[maybe_unused]] std::vector<sock_filter> weakened_program(std::span<const sock_filter> whole) {
  std::vector<sock_filter> program;
  if (weakened("other-abi")) {
    allow_if(program, offsetof(seccomp_data, arch), BPF_JEQ, AUDIT_ARCH_I386);
    allow_if(program, offsetof(seccomp_data, nr), BPF_JSET, 0x40000000U);
  }
  for (const SyscallRow& row : all_rows()) {
    if (weakened("call:" + std::string(row.name)))
      allow_if(program, offsetof(seccomp_data, nr), BPF_JEQ, static_cast<unsigned>(row.number));
  }
  program.insert(program.end(), whole.begin(), whole.end());
  return program;
}

#if defined(__x86_64__)
constexpr std::uint32_t kNative = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kNative = AUDIT_ARCH_AARCH64;
#endif

struct Answered {
  int number;
  std::uint32_t answer;
};
// ENOSYS where libraries fall back to kill(2).
constexpr Answered kByDescriptor[] = {{SYS_pidfd_send_signal, SECCOMP_RET_ERRNO | ENOSYS},
                                      {SYS_pidfd_getfd, SECCOMP_RET_ERRNO | EPERM},
                                      {SYS_process_madvise, SECCOMP_RET_ERRNO | EPERM}};

using Program = std::vector<sock_filter>;

void answer(Program& rules, int number, std::uint32_t value) {
  rules.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1));
  rules.push_back(BPF_STMT(BPF_RET | BPF_K, value));
}

void add_reaching(Program& rules) {
  for (const ReachingCall& call : reaching_calls())
    answer(rules, call.number, SECCOMP_RET_USER_NOTIF);
  for (const Answered& call : kByDescriptor) answer(rules, call.number, call.answer);
}

// The flags stand in the lower half of their register: on these architectures the first word.
void add_reading(Program& rules) {
  for (const ReadingCall& call : reading_calls()) {
    rules.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.number), 0, 4));
    rules.push_back(load(offsetof(seccomp_data, args) + call.flags * sizeof(std::uint64_t)));
    rules.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_PATH, 1, 0));
    rules.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
    rules.push_back(load(offsetof(seccomp_data, nr)));
  }
}

// RULES in front of the program, which does not know these calls as asked ones. Another
// architecture's numbers mean other calls: past all of them.
Program in_front(const Program& rules, std::span<const sock_filter> whole) {
  const auto past = static_cast<unsigned char>(rules.size() + 1);
  Program program = {load(offsetof(seccomp_data, arch)),
                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kNative, 0, past),
                     load(offsetof(seccomp_data, nr))};
  program.insert(program.end(), rules.begin(), rules.end());
  program.insert(program.end(), whole.begin(), whole.end());
  return program;
}

// Calls that would hide from a tracer; both look at the lower half of a register. The library hides
// nothing by a listener, but a guard inside tells by it that it is inside
// (console/run/nested_run.cc).
struct HidingCall {
  int number;
  std::size_t argument;
  std::uint32_t bits;
  std::uint32_t answer;
  bool for_library;
};
constexpr HidingCall kHidingCalls[] = {
    // As where a listener stands already: of its calls the tracer would not hear.
    {SYS_seccomp, 1, SECCOMP_FILTER_FLAG_NEW_LISTENER, SECCOMP_RET_ERRNO | EBUSY, true},
    {SYS_clone, 0, CLONE_UNTRACED, SECCOMP_RET_ERRNO | EPERM, false},
};

void refuse_hiding(Program& rules, bool for_library) {
  for (const HidingCall& call : kHidingCalls) {
    if (for_library && !call.for_library) continue;
    rules.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.number), 0, 4));
    rules.push_back(load(offsetof(seccomp_data, args) + call.argument * sizeof(std::uint64_t)));
    rules.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, call.bits, 0, 1));
    rules.push_back(BPF_STMT(BPF_RET | BPF_K, call.answer));
    rules.push_back(load(offsetof(seccomp_data, nr)));
  }
}

Program asking_program(const FilterOptions& options) {
  Program rules;
  if (options.asks_reaching) add_reaching(rules);
  if (options.asks_reading) add_reading(rules);
  if (options.for_tracer || options.for_library) refuse_hiding(rules, options.for_library);
  Program program = in_front(rules, filter_for({.guard = options.guard}));
  for (sock_filter& each : program) {
    if (each.code != (BPF_RET | BPF_K) || each.k != SECCOMP_RET_USER_NOTIF) continue;
    if (options.for_tracer) each.k = SECCOMP_RET_TRACE;
    if (options.for_library) each.k = SECCOMP_RET_ALLOW;
  }
  return program;
}

std::span<const sock_filter> asking_filter(const FilterOptions& options) {
  static const auto programs = [] {
    std::array<Program, 32> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = asking_program({(i & 1U) != 0 ? ForGuard::kRoot : ForGuard::kUser, (i & 2U) != 0,
                               (i & 4U) != 0, (i & 8U) != 0, (i & 16U) != 0});
    return all;
  }();
  return programs[(options.guard == ForGuard::kRoot ? 1U : 0U) | (options.asks_reaching ? 2U : 0U) |
                  (options.asks_reading ? 4U : 0U) | (options.for_tracer ? 8U : 0U) |
                  (options.for_library ? 16U : 0U)];
}

}  // namespace

std::span<const sock_filter> filter_for(const FilterOptions& options) {
  if (options.asks_reaching || options.asks_reading || options.for_tracer || options.for_library)
    return asking_filter(options);
  const std::span<const sock_filter> whole =
      options.guard == ForGuard::kRoot ? kRootProgram : kUserProgram;
  if constexpr (kCanBeWeakened) {
    // Both at once: asking_filter() wants the one and the other.
    static const std::array programs = {weakened_program(kUserProgram),
                                        weakened_program(kRootProgram)};
    return programs[options.guard == ForGuard::kRoot ? 1 : 0];
  }
  return whole;
}

bool asks(const FilterOptions& options, int number, std::span<const std::uint64_t, 6> arguments) {
  if (options.asks_reaching && is_reaching_call(number)) return true;
  if (options.asks_reading && asks_reading(number, arguments)) return true;
  return outcome_of(number, arguments, options.guard).treatment == Treatment::kNotify;
}

unsigned listener_flags(const KernelFeatures& features) {
  if (weakened("wait-killable")) return SECCOMP_FILTER_FLAG_NEW_LISTENER;
  unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  if (features.wait_killable) flags |= SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
  return flags;
}

CallsOnSignal calls_on_signal(unsigned flags) {
  const bool killable = (flags & SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV) != 0;
  return killable ? CallsOnSignal::kKeepWaiting : CallsOnSignal::kRepeat;
}

int install_filter(std::span<const sock_filter> program, unsigned flags) {
  sock_fprog loaded{};
  loaded.len = static_cast<unsigned short>(program.size());
  loaded.filter = const_cast<sock_filter*>(program.data());  // the kernel only reads it
  const long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &loaded);
  return fd >= 0 ? static_cast<int>(fd) : -errno;
}

}  // namespace guard::interceptor

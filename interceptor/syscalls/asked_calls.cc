// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/asked_calls.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <algorithm>

namespace guard::interceptor {
namespace {

constexpr ReachingCall kReachingCalls[] = {{SYS_kill, 0},
                                           {SYS_tkill, 0},
                                           {SYS_tgkill, 1},
                                           {SYS_rt_sigqueueinfo, 0},
                                           {SYS_rt_tgsigqueueinfo, 1},
                                           {SYS_ptrace, 1},
                                           {SYS_process_vm_readv, 0},
                                           {SYS_process_vm_writev, 0}};

constexpr ReadingCall kReadingCalls[] = {{SYS_openat, 2},
#ifdef SYS_open
                                         {SYS_open, 1}
#endif
};

}  // namespace

std::span<const ReachingCall> reaching_calls() {
  return kReachingCalls;
}

bool is_reaching_call(int number) {
  return std::ranges::any_of(kReachingCalls,
                             [&](const ReachingCall& call) { return call.number == number; });
}

bool is_decided_by_registers(int number) {
  return is_reaching_call(number) || number == SYS_pidfd_send_signal;
}

bool asks_for_peer(int number) {
  return number == SYS_getpeername;
}

std::span<const ReadingCall> reading_calls() {
  return kReadingCalls;
}

bool asks_reading(int number, std::span<const std::uint64_t, 6> arguments) {
  return std::ranges::any_of(kReadingCalls, [&](const ReadingCall& call) {
    return call.number == number && (arguments[call.flags] & O_PATH) == 0;
  });
}

}  // namespace guard::interceptor

// SPDX-License-Identifier: Apache-2.0
// Calls that guard is asked about in some sessions alone (FilterOptions, seccomp_filter.h): those
// that reach other processes, where the kernel has no Landlock scopes, and opens that only read,
// where no gate holds secrets. Constant data; registers decide. Apart from the filter and the
// rules, for the preloaded library.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_ASKED_CALLS_H_
#define GUARD_INTERCEPTOR_SYSCALLS_ASKED_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace guard::interceptor {

struct ReachingCall {
  int number;
  int target;  // which argument names the process; a pid or a tid
};
// By number of this architecture.
[[nodiscard]] std::span<const ReachingCall> reaching_calls();
[[nodiscard]] bool is_reaching_call(int number);
// As those, and what reaches by a descriptor: nothing of them lies in memory.
[[nodiscard]] bool is_decided_by_registers(int number);

// Asks whom a socket is connected to.
[[nodiscard]] bool asks_for_peer(int number);

struct ReadingCall {
  int number;
  std::size_t flags;  // which argument
};
[[nodiscard]] std::span<const ReadingCall> reading_calls();
[[nodiscard]] bool asks_reading(int number, std::span<const std::uint64_t, 6> arguments);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SYSCALLS_ASKED_CALLS_H_

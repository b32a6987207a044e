// SPDX-License-Identifier: Apache-2.0
// The calls to show a filter when it is run on single calls: they tell every rule of the table from
// its neighbours. A filter compares one register at a time with constants that the rows name, so
// the values around those constants, and each bit of them, are enough; filter_mutation_test.cc
// shows it.
#ifndef GUARD_TESTS_INTERCEPTOR_FILTER_INPUTS_H_
#define GUARD_TESTS_INTERCEPTOR_FILTER_INPUTS_H_

#include <linux/seccomp.h>

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {

using Arguments = std::array<std::uint64_t, 6>;

inline constexpr std::uint32_t kX32 = 0x40000000;
inline constexpr int kBeyondEveryCall = 1024;

[[nodiscard]] seccomp_data data_of(int number, const Arguments& arguments);
[[nodiscard]] seccomp_data data_of(int number, const Arguments& arguments,
                                   std::uint32_t architecture);

// Every bit alone, every bit missing, and the neighbourhood of each value that a row names.
// nullptr: of no row.
[[nodiscard]] std::set<std::uint32_t> interesting_values(const SyscallRow* row);

// Every number with all arguments clear and set; every value of each register that a special case
// looks at, with high halves set and clear, alone and together with what the cases name; x32
// numbers; other architectures.
[[nodiscard]] std::vector<seccomp_data> filter_inputs();

// AUDIT_ARCH_*.
[[nodiscard]] std::uint32_t own_architecture();
// The answer that seccomp has to give: SECCOMP_RET_*.
[[nodiscard]] std::uint32_t answer_of_table(const seccomp_data& data, ForGuard running);

}  // namespace guard::interceptor

#endif  // GUARD_TESTS_INTERCEPTOR_FILTER_INPUTS_H_

// SPDX-License-Identifier: Apache-2.0
// The special cases of a row as a straight BPF program: case by case in their order, test by test,
// then the row's own answer. It reads registers only and always ends in an answer; filter_compiler
// puts it behind the tree of numbers that libseccomp builds. libseccomp itself has no "else" and no
// order among the rules of one call: every value that a row names would double its rules, and 2.5.4
// merges masked tests that overlap wrongly. Pure values, any thread, no errors.
#ifndef GUARD_INTERCEPTOR_SECCOMP_REGISTER_PROGRAM_H_
#define GUARD_INTERCEPTOR_SECCOMP_REGISTER_PROGRAM_H_

#include <linux/filter.h>

#include <cstdint>
#include <vector>

#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {

// SECCOMP_RET_*.
[[nodiscard]] std::uint32_t answer_of(const FilterOutcome& outcome);
// Whether registers decide; else the row has one answer.
[[nodiscard]] bool has_cases(const SyscallRow& row, ForGuard running);
[[nodiscard]] std::vector<sock_filter> register_program(const SyscallRow& row, ForGuard running);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SECCOMP_REGISTER_PROGRAM_H_

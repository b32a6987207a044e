// SPDX-License-Identifier: Apache-2.0
// The syscall table compiled to BPF: libseccomp (this is its only door) makes the tree of call
// numbers, register_program what follows where registers decide. Runs while guard is built, in
// generate_filter: it takes 10 ms, half of what a start may cost, and its result depends on nothing
// but the table. So the program that is tested is byte for byte the one that is loaded, whatever
// libseccomp the user's machine has.
//
// Other architectures (also int 0x80) kill the process; x32 numbers and unknown ones get ENOSYS.
#ifndef GUARD_INTERCEPTOR_SECCOMP_FILTER_COMPILER_H_
#define GUARD_INTERCEPTOR_SECCOMP_FILTER_COMPILER_H_

#include <linux/filter.h>

#include <vector>

#include "base/error.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {

[[nodiscard]] Result<std::vector<sock_filter>> compile_filter(ForGuard running);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SECCOMP_FILTER_COMPILER_H_

// SPDX-License-Identifier: Apache-2.0
// Calls that are newer than some kernels guard runs on. The kernel is asked once. Any thread.
#ifndef GUARD_INTERCEPTOR_KERNEL_MISSING_CALLS_H_
#define GUARD_INTERCEPTOR_KERNEL_MISSING_CALLS_H_

namespace guard::interceptor {

inline constexpr long kSetxattrat = 463;  // newer than the headers of the build

// Calls that change metadata and are newer than this kernel: it would answer ENOSYS, whatever they
// name, and programs then do it another way.
[[nodiscard]] bool kernel_misses(int number);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_KERNEL_MISSING_CALLS_H_

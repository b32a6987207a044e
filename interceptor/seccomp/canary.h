// SPDX-License-Identifier: Apache-2.0
// The self-test of every start: the child makes four calls that must each reach guard, which
// answers them with an errno that the kernel would not give. Order and answer are known to both
// sides.
#ifndef GUARD_INTERCEPTOR_SECCOMP_CANARY_H_
#define GUARD_INTERCEPTOR_SECCOMP_CANARY_H_

#include <cerrno>
#include <cstddef>

namespace guard::interceptor {

inline constexpr std::size_t kCanaryCount = 4;  // unlinkat, openat, execve, connect
inline constexpr int kCanaryAnswer = EUCLEAN;

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SECCOMP_CANARY_H_

// SPDX-License-Identifier: Apache-2.0
// The filters as constant data; their definitions are written by generate_filter during the build.
#ifndef GUARD_INTERCEPTOR_SECCOMP_SECCOMP_PROGRAMS_H_
#define GUARD_INTERCEPTOR_SECCOMP_SECCOMP_PROGRAMS_H_

#include <linux/filter.h>

#include <span>

namespace guard::interceptor {

extern const std::span<const sock_filter> kUserProgram;
extern const std::span<const sock_filter> kRootProgram;

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SECCOMP_SECCOMP_PROGRAMS_H_

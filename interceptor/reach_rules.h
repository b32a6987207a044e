// SPDX-License-Identifier: Apache-2.0
// Calls that reach other processes: signals, ptrace, their memory. Landlock's scopes keep the tree
// from everything outside (Linux 6.12); on older kernels guard is asked about these calls
// (reaching_calls_asked, seccomp_filter.h) and answers as the scopes would: inside of the tree they
// go on, outside of it EPERM. Registers alone decide. Reads /proc; any thread.
#ifndef GUARD_INTERCEPTOR_REACH_RULES_H_
#define GUARD_INTERCEPTOR_REACH_RULES_H_

#include <array>

#include "interceptor/notification.h"
#include "interceptor/tracee.h"

namespace guard::interceptor {

struct ReachingCall {
  int number;
  int target;  // which argument names the process; a pid or a tid
};
// By number of this architecture.
[[nodiscard]] const std::array<ReachingCall, 8>& reaching_calls();
[[nodiscard]] bool is_reaching_call(int number);

// True: whom it names lies in the tree.
[[nodiscard]] bool stays_inside(const Notification& call, const Tracee& tracee);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_REACH_RULES_H_

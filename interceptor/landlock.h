// SPDX-License-Identifier: Apache-2.0
// The Landlock domain of the tree (kernel.md, Landlock A): no signals to, no tracing of and no
// abstract sockets of processes outside. It handles no file right, so mounts and setuid programs
// work as before. guard makes the ruleset before the fork; the child enforces it, for ever, for
// itself and all it starts. A domain also stops ptrace, process_vm_*, pidfd_getfd and
// /proc/PID/{mem,fd,root} of everything outside (Documentation/userspace-api/landlock.rst).
#ifndef GUARD_INTERCEPTOR_LANDLOCK_H_
#define GUARD_INTERCEPTOR_LANDLOCK_H_

#include "base/error.h"
#include "base/unique_fd.h"

namespace guard::interceptor {

// kUnsupported below ABI 6 (Linux 6.12): signals are then not held back.
[[nodiscard]] Result<UniqueFd> make_scope_ruleset(int landlock_abi);

// Async-signal-safe. 0, or the errno; EPERM: neither no_new_privs nor CAP_SYS_ADMIN.
[[nodiscard]] int enforce(int ruleset_fd);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LANDLOCK_H_

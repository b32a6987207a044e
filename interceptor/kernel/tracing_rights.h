// SPDX-License-Identifier: Apache-2.0
// Where no Landlock domain keeps the tree from processes outside (Linux before 6.12, or without
// Landlock), guard's memory and descriptors in /proc are closed to it because guard is not dumpable
// (ptrace(2), access mode checking). A process with CAP_SYS_PTRACE may look all the same: root's
// tree starts without, for ever, and still traces what it started itself.
#ifndef GUARD_INTERCEPTOR_KERNEL_TRACING_RIGHTS_H_
#define GUARD_INTERCEPTOR_KERNEL_TRACING_RIGHTS_H_

namespace guard::interceptor {

// Async-signal-safe; of the calling process, no_new_privs set. 0, or the errno.
[[nodiscard]] int give_up_tracing_others();

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_KERNEL_TRACING_RIGHTS_H_

// SPDX-License-Identifier: Apache-2.0
// The rows of the system calls that have one number on every architecture: those since Linux 5.1,
// from 424 up, to Linux 7.0 (scripts/syscall.tbl). They follow the rows of syscall_rows_x86_64.h.
// Constant data, included by syscall_rows.cc only.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_ROWS_UNIFIED_H_
#define GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_ROWS_UNIFIED_H_

#include "interceptor/syscalls/syscall_rows.h"

namespace guard::interceptor::rows {

using enum ArgRole;
using enum Operation;
inline constexpr SyscallRow kUnifiedRows[] = {
    depends(424, "pidfd_send_signal", kKillCases, kEnds),
    refuse(425, "io_uring_setup", ENOSYS, kRing),
    refuse(426, "io_uring_enter", ENOSYS, kRing),
    refuse(427, "io_uring_register", ENOSYS, kRing),
    refuse(428, "open_tree", ENOSYS, kNewMounts),
    refuse(429, "move_mount", ENOSYS, kNewMounts),
    refuse(430, "fsopen", ENOSYS, kNewMounts),
    refuse(431, "fsconfig", ENOSYS, kNewMounts),
    refuse(432, "fsmount", ENOSYS, kNewMounts),
    refuse(433, "fspick", ENOSYS, kNewMounts),
    allow(434, "pidfd_open"),
    refuse(435, "clone3", ENOSYS, "its flags lie in memory; libraries fall back to `clone`"),
    allow(436, "close_range"),
    notify(437, "openat2", kOpen, {kDirfd, kPath, kOpenHow, kOpenHowSize},
           "its flags lie in memory, so it is always asked"),
    refuse(438, "pidfd_getfd", EPERM, "takes a descriptor that was judged for another process"),
    allow(439, "faccessat2"),
    allow(440, "process_madvise", kDomain),
    allow(441, "epoll_pwait2"),
    refuse(442, "mount_setattr", ENOSYS, kNewMounts),
    refuse(443, "quotactl_fd", EPERM, kSystem),
    allow(444, "landlock_create_ruleset", kSandbox),
    allow(445, "landlock_add_rule", kSandbox),
    allow(446, "landlock_restrict_self", kSandbox),
    allow(447, "memfd_secret", "guard cannot read this memory, so a path inside it is refused"),
    allow(448, "process_mrelease", "works only on a process that is dying"),
    allow(449, "futex_waitv"),
    allow(450, "set_mempolicy_home_node"),
    allow(451, "cachestat"),
    notify(452, "fchmodat2", kChangeMode, {kDirfd, kPath, kMode, kAtFlags}),
    allow(453, "map_shadow_stack"),
    allow(454, "futex_wake"),
    allow(455, "futex_wait"),
    allow(456, "futex_requeue"),
    allow(457, "statmount"),
    allow(458, "listmount"),
    allow(459, "lsm_get_self_attr"),
    allow(460, "lsm_set_self_attr", "sets the caller's own label, within its security policy"),
    allow(461, "lsm_list_modules"),
    allow(462, "mseal"),
    notify(463, "setxattrat", kSetAttribute,
           {kDirfd, kPath, kAtFlags, kAttribute, kAttributeHow, kAttributeHowSize}),
    allow(464, "getxattrat"),
    allow(465, "listxattrat"),
    notify(466, "removexattrat", kRemoveAttribute, {kDirfd, kPath, kAtFlags, kAttribute}),
    refuse(467, "open_tree_attr", ENOSYS, kNewMounts),
    allow(468, "file_getattr"),
    notify(469, "file_setattr", kChangeFlags,
           {kDirfd, kPath, kFileAttributes, kFileAttributesSize, kAtFlags}),
    allow(470, "listns", "only lists namespaces"),
    allow(471, "rseq_slice_yield"),
};

}  // namespace guard::interceptor::rows

#endif  // GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_ROWS_UNIFIED_H_

// SPDX-License-Identifier: Apache-2.0
// The folders that the tree may write without guard's hands (interceptor/kernel/landlock.h, B):
// those that acts of tier 0 and 1 touch anyway. Reads nothing but its arguments.
#ifndef GUARD_SUPERVISOR_RUN_LANDLOCK_ROOTS_H_
#define GUARD_SUPERVISOR_RUN_LANDLOCK_ROOTS_H_

#include "interceptor/kernel/landlock.h"
#include "policy/paths/path_class.h"

namespace guard::supervisor {

// Workspace, scratch, caches and the agent's own folders, with the folders that the policy's
// `paths:` adds to these classes ("./scratch/**"); a pattern that names no single folder adds none.
// Left out is a folder that holds the home folder or files of guard.
// /dev and /proc as devices: terminals, /dev/null, the tree's own /proc files (traps.md T16).
[[nodiscard]] interceptor::LandlockRoots landlock_roots_of(const policy::PathRoots& roots);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_LANDLOCK_ROOTS_H_

// SPDX-License-Identifier: Apache-2.0
// The name of a held object outside of the tree, for those who judge by names. Any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_HELD_NAME_H_
#define GUARD_SUPERVISOR_JUDGE_HELD_NAME_H_

#include "interceptor/tracee/outside_paths.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

// An object that mounts of the tree have given another name counts as what it is known to be.
[[nodiscard]] HeldName held_name_of(const interceptor::OutsidePaths& names, int fd);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_HELD_NAME_H_

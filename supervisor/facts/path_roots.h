// SPDX-License-Identifier: Apache-2.0
// The roots that paths are classified by, found on this machine: home, workspace, scratch, caches
// and guard's own folders, canonical. Reads the environment and the file system; called at start.
#ifndef GUARD_SUPERVISOR_FACTS_PATH_ROOTS_H_
#define GUARD_SUPERVISOR_FACTS_PATH_ROOTS_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "policy/path_class.h"
#include "policy/policy.h"

namespace guard::supervisor {

// WANTED (relative to START) made canonical; without any, the git top level above START, else
// START. Fails when one is no folder.
[[nodiscard]] Result<std::vector<std::string>> find_workspace(
    const std::vector<std::string>& wanted, const std::string& start);

// GUARD_FOLDERS: state, runtime and configuration folders, existing or not.
[[nodiscard]] policy::PathRoots find_path_roots(const policy::Policy& policy,
                                                std::vector<std::string> workspace,
                                                const std::vector<std::string>& guard_folders);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_PATH_ROOTS_H_

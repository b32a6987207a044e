// SPDX-License-Identifier: Apache-2.0
// The roots that paths are classified by, found on this machine: home, workspace, scratch, caches
// and guard's own folders, canonical. Reads the environment and the file system; called at start.
#ifndef GUARD_SUPERVISOR_FACTS_PATH_ROOTS_H_
#define GUARD_SUPERVISOR_FACTS_PATH_ROOTS_H_

#include <string>
#include <vector>

#include "policy/model/policy.h"
#include "policy/paths/path_class.h"

namespace guard::supervisor {

// $HOME, else the password file's, canonical; empty when neither tells.
[[nodiscard]] std::string home_folder();

// WORKSPACE: canonical. GUARD_FOLDERS: state, runtime and configuration folders, existing or not.
// HOME: whose ~ the policy means; empty: this user's. The secrets of both are looked for.
[[nodiscard]] policy::PathRoots find_path_roots(const policy::Policy& policy,
                                                std::vector<std::string> workspace,
                                                const std::vector<std::string>& guard_folders,
                                                const std::string& home = "");

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_PATH_ROOTS_H_

// SPDX-License-Identifier: Apache-2.0
// The refs and commits that a `git push` sends, overwrites and deletes, as this repository knows
// them from its last fetch: sentences for a question. Read from refs and objects alone; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_PUSH_TOLD_H_
#define GUARD_SUPERVISOR_GIT_GIT_PUSH_TOLD_H_

#include <string>
#include <vector>

#include "policy/command/command_line.h"

namespace guard::supervisor {

// Tells a few of the branches that are named: "main to origin/main: 2 commits (b, a)". GIT_FOLDER:
// the common one of the repository. BRANCH: that HEAD names. REMOTE: by its name. Empty: not all of
// it is certain.
[[nodiscard]] std::vector<std::string> told_of_push(const std::string& git_folder,
                                                    const std::string& branch,
                                                    const std::string& remote,
                                                    const policy::CommandLine& line);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_PUSH_TOLD_H_

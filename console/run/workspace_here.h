// SPDX-License-Identifier: Apache-2.0
// The folder that a run would take for its workspace, and why, as `guard doctor` says it. Looks at
// folders.
#ifndef GUARD_CONSOLE_RUN_WORKSPACE_HERE_H_
#define GUARD_CONSOLE_RUN_WORKSPACE_HERE_H_

#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::console {

struct WorkspaceHere {
  std::vector<std::string> folders;  // empty: none, as the problem says
  std::string why;                   // for people
  std::string problem;
};

// The workspace of a run that starts in CWD.
[[nodiscard]] WorkspaceHere workspace_here(const policy::Policy& policy, const std::string& cwd);
// "/p/lib (the git top level of this folder, a submodule of /p, whose other files are outside)".
[[nodiscard]] std::string text_of(const WorkspaceHere& workspace);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_WORKSPACE_HERE_H_

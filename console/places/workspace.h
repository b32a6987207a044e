// SPDX-License-Identifier: Apache-2.0
// The folders an agent works in: as told, else the git top level of the start folder, else that
// folder. The root and the home folder are taken only when the start folder is one of them or when
// they are named.
#ifndef GUARD_CONSOLE_PLACES_WORKSPACE_H_
#define GUARD_CONSOLE_PLACES_WORKSPACE_H_

#include <string>
#include <vector>

#include "base/error.h"

namespace guard::console {

enum class WorkspaceChosen { kByName, kByGit, kByStart };  // as told, git's top level, the start

struct Workspace {
  std::vector<std::string> folders;  // canonical
  std::string warning;               // one line for people, or ""
  WorkspaceChosen chosen = WorkspaceChosen::kByName;
};

// `told`: folders as written, relative ones from `start_folder`; empty: the default.
[[nodiscard]] Result<Workspace> find_workspace(const std::vector<std::string>& told,
                                               const std::string& start_folder,
                                               const std::string& home);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_PLACES_WORKSPACE_H_

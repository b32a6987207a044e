// SPDX-License-Identifier: Apache-2.0
// The rights of the agent itself, unasked: what it may do with what it signs in with, and with the
// folders that are its own. Credentials stay where they are: they are read, written in place or by
// a file that takes their place, and taken away; nothing of them gets another name or other
// readers. Pure but for the process; any thread.
#ifndef GUARD_SUPERVISOR_ACTORS_AGENT_CREDENTIALS_H_
#define GUARD_SUPERVISOR_ACTORS_AGENT_CREDENTIALS_H_

#include <string>
#include <vector>

#include "policy/vocabulary/action.h"
#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

// PROCESS is the agent itself (process_tree.h), and ACTION reads a credential of its, or writes it
// anew.
[[nodiscard]] bool keeps_own_credential(const Process& process, const policy::Action& action);

// The agent's own folders, and the names in them that steer later.
struct OwnFolders {
  std::vector<std::string> folders;   // "/home/u/.config/a"
  std::vector<std::string> settings;  // globs: "/home/u/.config/a/hooks/**"
};
// ACTION makes an empty folder: where whatever lies in it is a setting, or around one of its own.
// It steers nothing, and what will be put there is judged.
[[nodiscard]] bool makes_own_folder(const policy::Action& action, const OwnFolders& own);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_AGENT_CREDENTIALS_H_

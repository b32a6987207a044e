// SPDX-License-Identifier: Apache-2.0
// The folders in which a known agent keeps its own state (settings, sessions, caches): class
// own_state for a run of that agent. Known by the command's name or, for a node or python program,
// by its script's path; names only, nothing of the agent's binary is trusted by it.
#ifndef GUARD_SUPERVISOR_FACTS_AGENT_FOLDERS_H_
#define GUARD_SUPERVISOR_FACTS_AGENT_FOLDERS_H_

#include <string>
#include <vector>

namespace guard::supervisor {

// Canonical or not yet existing; empty when COMMAND is no known agent.
[[nodiscard]] std::vector<std::string> agent_folders(const std::vector<std::string>& command,
                                                     const std::string& home);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_AGENT_FOLDERS_H_

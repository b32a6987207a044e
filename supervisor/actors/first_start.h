// SPDX-License-Identifier: Apache-2.0
// FirstStart: what the agent itself writes into its own folders before anybody has spoken to it.
// At its start an agent unpacks programs, writes its first settings, and notes whether its user
// trusts the folder. Whoever steers it later, a model, a server or a page, does so through a
// socket: until the tree has used one, the agent's own process runs its own code for its own user.
// From the first socket on its settings are asked about, as always, since then it may write what
// it was told to. A project that brings settings of the agent may bring code for its process: there
// nothing is unasked. Any thread.
#ifndef GUARD_SUPERVISOR_ACTORS_FIRST_START_H_
#define GUARD_SUPERVISOR_ACTORS_FIRST_START_H_

#include <atomic>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"
#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

class FirstStart {
 public:
  // FOLDERS: the agent's own, absolute; empty: no agent is known. WORKSPACES: where a project's
  // settings of it would lie, or in a folder above.
  FirstStart(std::vector<std::string> folders, const std::vector<std::string>& workspaces);

  // A socket leads out of the tree: from now on somebody may have spoken.
  void end() { over_.store(true); }
  [[nodiscard]] bool is_over() const { return over_.load(); }
  // ACTION changes nothing but the agent's own folders, takes away nothing that could not come
  // back; PROCESS is the agent itself. Credentials are not meant.
  [[nodiscard]] bool covers(const Process& process, const policy::Action& action) const;

 private:
  std::vector<std::string> folders_;
  std::atomic<bool> over_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_FIRST_START_H_

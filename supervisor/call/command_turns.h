// SPDX-License-Identifier: Apache-2.0
// CommandTurns: when another command of the agent begins to change things: that is where a
// checkpoint belongs. A command counts once; the agent's own hands count whenever a command of it
// came between. So there are at most two checkpoints for each command, in whatever order several
// commands write. A mutex of its own, any thread.
#ifndef GUARD_SUPERVISOR_CALL_COMMAND_TURNS_H_
#define GUARD_SUPERVISOR_CALL_COMMAND_TURNS_H_

#include <cstdint>
#include <mutex>
#include <unordered_set>

#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

class CommandTurns {
 public:
  // PROCESS is about to change something. The process that began the command which takes its turn
  // now, as far as it still runs; null: none does.
  [[nodiscard]] const Process* turn_of(const Process& process);

 private:
  std::mutex mutex_;
  std::uint64_t turn_ = 0;                // whose it is
  std::unordered_set<std::uint64_t> had_;  // commands that had theirs
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_COMMAND_TURNS_H_

// SPDX-License-Identifier: Apache-2.0
// A sentence about processes that still run when a session's command has ended. Helpers that end
// with it (python's resource tracker) get a moment: only where something is left does anybody wait.
// Reads /proc, blocks for 200 ms at most; any thread.
#ifndef GUARD_SUPERVISOR_PROCESSES_LEFT_BEHIND_H_
#define GUARD_SUPERVISOR_PROCESSES_LEFT_BEHIND_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace guard::supervisor {

// REAPER: the process that all of the session's descend from. Empty: nothing runs any more.
[[nodiscard]] std::string left_behind_text(pid_t reaper);
// The same, of what --kill-at-exit is going to end: "ended 2 processes that still ran ...".
[[nodiscard]] std::string ended_with_command_text(pid_t reaper);
// Nothing runs any more.
[[nodiscard]] bool has_all_ended(pid_t reaper);

// A process that an approved sudo has left, as another user, which guard may not end: below this
// process, and not below the reaper.
struct OutsideProcess {
  pid_t pid = -1;
  std::string name;
  std::string user;
};
// kAlone: of a sudo that has ended itself.
enum class LeftBy { kAnySudo, kAlone };
[[nodiscard]] std::vector<OutsideProcess> left_outside(pid_t reaper, LeftBy by);
// "sleep, process 12"; for people.
[[nodiscard]] std::string text_of(const OutsideProcess& process);
// "2 processes of root still run outside of guard, which cannot end them: ..."; empty for none.
[[nodiscard]] std::string left_outside_text(const std::vector<OutsideProcess>& left);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_LEFT_BEHIND_H_

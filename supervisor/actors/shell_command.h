// SPDX-License-Identifier: Apache-2.0
// The shell text that words run, and the command that a process belongs to where a shell is CMD.
// Pure; any thread.
#ifndef GUARD_SUPERVISOR_ACTORS_SHELL_COMMAND_H_
#define GUARD_SUPERVISOR_ACTORS_SHELL_COMMAND_H_

#include <string>
#include <vector>

#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

// The text of `bash --norc -c TEXT`, if these words run one; else empty.
[[nodiscard]] std::string shell_text_of(const std::vector<std::string>& argv);
// CMD itself is a shell that somebody types lines at.
[[nodiscard]] bool waits_for_lines(const Process& process);
// The agent's command that PROCESS belongs to: its deletions count together, and an answer for the
// command is this one's. A fork that has not exec'd counts with the process that forked it. Where
// CMD itself is a shell: the line that somebody typed at it (below 0, typed_lines.h); without one
// (a text, a script, another shell than bash) that shell. Among ancestors_of().
[[nodiscard]] int command_of(const Process& process);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_SHELL_COMMAND_H_

// SPDX-License-Identifier: Apache-2.0
// The shell text that a process was started from, by the words of its ancestors, and what that text
// says of the names that a command takes: whether somebody typed them. Reads nothing but the
// process tree's values. Any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_SHELL_AROUND_H_
#define GUARD_SUPERVISOR_JUDGE_SHELL_AROUND_H_

#include <string>
#include <string_view>

#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

// The nearest such text above PROCESS; empty: none is known.
[[nodiscard]] std::string text_around(const Process& process);
// xargs and kin: their own words hold none of the names that they run their command with.
[[nodiscard]] bool is_fed(const Program& program);
// False where PATH's name came from a pipe, a loop or a variable: no text around names it. True
// also where no text is known: a script, or a shell at a terminal.
[[nodiscard]] bool is_typed_by_hand(const Process& process, std::string_view path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_SHELL_AROUND_H_

// SPDX-License-Identifier: Apache-2.0
// The shell text that a process was started from, by the words of its ancestors and by those that
// it had itself before its last exec, and what that text says of the names that a command takes:
// whether somebody typed them. Reads nothing but the process tree's values. Any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_SHELL_AROUND_H_
#define GUARD_SUPERVISOR_JUDGE_SHELL_AROUND_H_

#include <string>
#include <string_view>

#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

// The nearest such text around PROCESS, not what its own program runs; empty: none is known.
[[nodiscard]] std::string text_around(const Process& process);
// xargs and kin: their own words hold none of the names that they run their command with.
[[nodiscard]] bool is_fed(const Program& program);
// False where PATH's name came from a pipe, a loop, a variable or a program: no text around names
// it, or only one that a program has put together (awk's system()). True also where no text is
// known: a script, or a shell at a terminal.
[[nodiscard]] bool is_typed_by_hand(const Process& process, std::string_view path);
// One of the words that PROCESS was started with names PATH: a file that it deletes by its words.
[[nodiscard]] bool is_named_by(const Process& process, std::string_view path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_SHELL_AROUND_H_

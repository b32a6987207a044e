// SPDX-License-Identifier: Apache-2.0
// The place that a shell says it is at: of bash its $BASH_COMMAND, before anything in it is
// expanded. bash exports the variable that holds it (`the_printed_command_except_trap`, for its
// loadable builtins; seen in 5.2), sets it at each simple command, and a child that it forks has a
// copy of its own. Read from its memory: nothing is put into the shell. For people,
// and to tell a wildcard from names that were typed; never to allow anything. Any thread.
#ifndef GUARD_INTERCEPTOR_PROCESS_SHELL_LINE_H_
#define GUARD_INTERCEPTOR_PROCESS_SHELL_LINE_H_

#include <sys/types.h>

#include <optional>
#include <string>

namespace guard::interceptor {

// Bytes of a program; empty: it cannot be told. None: there is one, and it is too long to be read
// ("shell.line" of base/limits.h).
[[nodiscard]] std::optional<std::string> line_of_bash(pid_t pid);
// The number of the line typed at an interactive bash: it grows by one with each line (`\#` of its
// prompt), and a child that bash forks has a copy of it. A loop is one. None: nobody types there,
// or it cannot be told.
[[nodiscard]] std::optional<int> typed_line_of_bash(pid_t pid);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_SHELL_LINE_H_

// SPDX-License-Identifier: Apache-2.0
// A tmux server that this session started is its own: what it is told to do, its programs do under
// guard. It is known by its socket, which only the process that listens on it can have made.
// Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_TMUX_SERVER_H_
#define GUARD_SUPERVISOR_FACTS_TMUX_SERVER_H_

#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

// The socket that tmux speaks to by these words and this environment ("NAME=VALUE"), tmux(1): -S,
// -L, $TMUX, $TMUX_TMPDIR. Empty: it cannot be told.
[[nodiscard]] std::string tmux_socket_of(const policy::CommandLine& line,
                                         const std::vector<std::string>& environment);

// The tree has made that socket.
[[nodiscard]] bool speaks_to_own_tmux(const PathFacts& paths, const policy::CommandLine& line,
                                      const std::vector<std::string>& environment);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_TMUX_SERVER_H_

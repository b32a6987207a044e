// SPDX-License-Identifier: Apache-2.0
// serve(): the serving process of one run, from its start to its end (forked by
// console/commands/run). It blocks until nothing of the tree is left (or --kill-at-exit and CMD has
// ended) and returns what the process exits with.
#ifndef GUARD_SUPERVISOR_RUN_SERVE_H_
#define GUARD_SUPERVISOR_RUN_SERVE_H_

#include "base/files/unique_fd.h"
#include "supervisor/processes/front_link.h"
#include "supervisor/run/options.h"

namespace guard::supervisor {

// The standard streams and the terminal that CMD gets.
struct TerminalPlan {
  UniqueFd pty_slave;  // valid when own_terminal: becomes CMD's controlling terminal
  // These streams are replaced by the slave, the others stay as they are.
  bool stdin_is_tty = false;
  bool stdout_is_tty = false;
  bool stderr_is_tty = false;
};

// Called in a process of its own, single-threaded, with the front's process group id.
int serve(RunOptions options, FrontLink front, TerminalPlan terminal, int front_process_group);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SERVE_H_

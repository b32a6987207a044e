// SPDX-License-Identifier: Apache-2.0
// The one line that tells a refused program (and so the agent) why, on that program's own standard
// error: a pipe, a socket, a terminal, or the log of both its outputs (`>log 2>&1`) if the tree has
// made that. Into no other file: it might be data. Waits for nobody. Any thread.
#ifndef GUARD_SUPERVISOR_ASK_DENIAL_LINE_H_
#define GUARD_SUPERVISOR_ASK_DENIAL_LINE_H_

#include <sys/types.h>

#include <string>

#include "supervisor/facts/born_set.h"

namespace guard::supervisor {

// True when the line was written. `line` is made safe for terminals here.
bool tell_refused_program(pid_t pid, const std::string& line, const BornSet& made_here);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_DENIAL_LINE_H_

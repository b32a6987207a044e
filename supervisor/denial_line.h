// SPDX-License-Identifier: Apache-2.0
// The one line that tells a refused program (and so the agent) why, on that program's own standard
// error: only if that is a pipe, a socket or a terminal, never into a file, never blocking. Any
// thread.
#ifndef GUARD_SUPERVISOR_DENIAL_LINE_H_
#define GUARD_SUPERVISOR_DENIAL_LINE_H_

#include <sys/types.h>

#include <string>

namespace guard::supervisor {

// True when the line was written. `line` is made safe for terminals here.
bool tell_refused_program(pid_t pid, const std::string& line);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_DENIAL_LINE_H_

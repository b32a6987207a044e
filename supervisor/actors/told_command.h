// SPDX-License-Identifier: Apache-2.0
// The name of a program where people read who did something. Its first word is its own to
// choose (`exec -a`): where no link of that name leads to the image that runs, the image is named.
// Looks at names in the search path; any thread.
#ifndef GUARD_SUPERVISOR_ACTORS_TOLD_COMMAND_H_
#define GUARD_SUPERVISOR_ACTORS_TOLD_COMMAND_H_

#include <string>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::supervisor {

// "sed", of {"innocent", "-i", ...} that runs /usr/bin/sed; "sh" stays, as a link leads to dash.
[[nodiscard]] std::string told_name(const policy::Actor& actor);
// The words with that name first; behind them what the program calls itself instead.
[[nodiscard]] std::vector<std::string> told_argv(const policy::Actor& actor);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_TOLD_COMMAND_H_

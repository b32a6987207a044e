// SPDX-License-Identifier: Apache-2.0
// Tells which files are secrets by the policy that holds here, for commands that show what is in
// files. Where it cannot be read, the names that mean secrets anywhere, and a line says so. Main
// thread.
#ifndef GUARD_CONSOLE_COMMANDS_UNDO_SECRETS_HERE_H_
#define GUARD_CONSOLE_COMMANDS_UNDO_SECRETS_HERE_H_

#include <functional>
#include <string>

#include "console/places/locations.h"

namespace guard::console {

// COMMAND: who says that the policy is left out. WORKSPACE empty: the folder here.
[[nodiscard]] std::function<bool(const std::string& path)> secrets_here(const Locations& locations,
                                                                        const char* command,
                                                                        std::string workspace);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_UNDO_SECRETS_HERE_H_

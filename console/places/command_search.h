// SPDX-License-Identifier: Apache-2.0
// Finds CMD as a shell would: a name with a slash is a path, any other is looked for on PATH. Looks
// at files only; that what is judged is what runs is the launcher's business.
#ifndef GUARD_CONSOLE_PLACES_COMMAND_SEARCH_H_
#define GUARD_CONSOLE_PLACES_COMMAND_SEARCH_H_

#include <string>

#include "base/error.h"

namespace guard::console {

// kNotFound: nothing of that name (a shell's 127); kRefused: there, but no program (126). The text
// is one line for people.
[[nodiscard]] Result<std::string> find_command(const std::string& name,
                                               const std::string& search_path);
// $PATH, or the system's default where it is not set.
[[nodiscard]] std::string search_path_of_environment();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_PLACES_COMMAND_SEARCH_H_

// SPDX-License-Identifier: Apache-2.0
// Finds the command of a session that is meant by a number or a part of its text. A shell that was
// given a text to run (`bash -c TEXT`) changed less than that text names: what is in the text alone
// never chooses the shell. Pure; any thread.
#ifndef GUARD_CONSOLE_REVIEW_COMMAND_CHOICE_H_
#define GUARD_CONSOLE_REVIEW_COMMAND_CHOICE_H_

#include <string>
#include <vector>

#include "base/error.h"

namespace guard::console {

// COMMANDS: as they are numbered, from 1. WORD: a command itself, its number, or what only one has
// in it. kInvalid: several have; kNotFound: none has. The text lists those that come near.
[[nodiscard]] Result<std::string> command_meant(const std::vector<std::string>& commands,
                                                const std::string& word);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_COMMAND_CHOICE_H_

// SPDX-License-Identifier: Apache-2.0
// The questions that wait as a table, one line each, for `guard pending` and `guard status`. Safe
// for a terminal. Pure but for the clock; any thread.
#ifndef GUARD_CONSOLE_COMMANDS_QUESTION_TABLE_H_
#define GUARD_CONSOLE_COMMANDS_QUESTION_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "console/commands/answering.h"

namespace guard::console {

// "no question waits", or the table and how to go on. SCREEN: its columns; 0: nothing is cut.
[[nodiscard]] std::string question_table(const std::vector<FoundQuestion>& questions,
                                         std::size_t screen);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_QUESTION_TABLE_H_

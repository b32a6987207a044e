// SPDX-License-Identifier: Apache-2.0
// Lines of guard's own on standard error. The one door for them: whatever names and arguments are
// in the text, it is safe for a terminal and a log.
#ifndef GUARD_CONSOLE_OUTPUT_COMPLAINT_H_
#define GUARD_CONSOLE_OUTPUT_COMPLAINT_H_

#include <string>
#include <string_view>

namespace guard::console {

// "guard: TEXT"; returns `status`. Only an indented line that follows stays one of its own: no name
// can begin another line.
int complain(int status, std::string_view text);
[[nodiscard]] std::string complaint(std::string_view text);
// The same without "guard: " and the last line break: for a text inside other output.
[[nodiscard]] std::string shown_lines(std::string_view text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_COMPLAINT_H_

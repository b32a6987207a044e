// SPDX-License-Identifier: Apache-2.0
// A whole command line that was quoted into one word, as in guard check "rm -rf x": no program is
// called that, and judged as a name it would be harmless. Looks for programs only. Any thread.
#ifndef GUARD_CONSOLE_CHECK_QUOTED_LINE_H_
#define GUARD_CONSOLE_CHECK_QUOTED_LINE_H_

#include <string>
#include <vector>

namespace guard::console {

// NAME is found as a program. CWD: where a name with a '/' hangs from; empty: the current folder.
[[nodiscard]] bool is_found_program(const std::string& name, const std::string& cwd);
// The complaint about WORDS when they are such a line; empty: they are none.
[[nodiscard]] std::string quoted_line_complaint(const std::vector<std::string>& words,
                                                const std::string& cwd);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CHECK_QUOTED_LINE_H_

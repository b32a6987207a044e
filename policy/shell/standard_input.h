// SPDX-License-Identifier: Apache-2.0
// The standard input that a text gives a command, where the text itself says it: a here-document, a
// here-string, or what `echo`, `printf` and `cat` in front of it in the pipeline print. Pure; any
// thread.
#ifndef GUARD_POLICY_SHELL_STANDARD_INPUT_H_
#define GUARD_POLICY_SHELL_STANDARD_INPUT_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/shell/shell_text.h"

namespace guard::policy {

// Nothing where it cannot be told.
[[nodiscard]] std::optional<std::string> literal_input(const ShellText& text, std::size_t index);

// For a client of a database that is fed its statements: the command as if they were its operands.
[[nodiscard]] std::optional<SimpleCommand> with_statements(const SimpleCommand& command,
                                                           const std::string& input);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_STANDARD_INPUT_H_

// SPDX-License-Identifier: Apache-2.0
// Turns `xargs CMD` and `parallel CMD` of a pipeline into the command that they make, if the
// command in front says which names they get: `echo .env | xargs cat` is `cat .env`, `find . -name
// .env | xargs cat` is find with -exec. Pure; any thread.
#ifndef GUARD_POLICY_SHELL_FED_COMMAND_H_
#define GUARD_POLICY_SHELL_FED_COMMAND_H_

#include <optional>

#include "policy/shell/shell_text.h"

namespace guard::policy {

// Nothing where it cannot be told.
[[nodiscard]] std::optional<SimpleCommand> with_fed_names(const ShellText& text, std::size_t index);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_FED_COMMAND_H_

// SPDX-License-Identifier: Apache-2.0
// Tells a fork bomb: a function that multiplies itself. Pure, any thread.
#ifndef GUARD_POLICY_SHELL_FORK_BOMB_H_
#define GUARD_POLICY_SHELL_FORK_BOMB_H_

#include <span>
#include <string_view>

#include "policy/shell/shell_text.h"

namespace guard::policy {

// BODY: the commands of the function NAME. True when it calls itself twice in one pipeline, in a
// pipeline that goes to the background, or twice without arguments with one in the background. One
// call of itself in the background (a walk through folders) multiplies nothing.
[[nodiscard]] bool multiplies(std::string_view name, std::span<const SimpleCommand> body);

// For text that does not parse: a definition `NAME(){` followed by `NAME|NAME` and `&`, whatever
// the blanks.
[[nodiscard]] bool looks_like_fork_bomb(std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_FORK_BOMB_H_

// SPDX-License-Identifier: Apache-2.0
// Subcommands that a program knows by several names: `npm i` is `npm install`. A rule that names
// one of them means the act. Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_SUBCOMMAND_ALIASES_H_
#define GUARD_POLICY_COMMAND_SUBCOMMAND_ALIASES_H_

#include <string_view>

#include "policy/command/command_line.h"

namespace guard::policy {

// LINE has the subcommand WORDS, or another name of it.
[[nodiscard]] bool has_subcommand_or_alias(const CommandLine& line, std::string_view words);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_SUBCOMMAND_ALIASES_H_

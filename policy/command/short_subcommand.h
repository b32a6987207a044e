// SPDX-License-Identifier: Apache-2.0
// Subcommands by their beginning: npm, gem and hg run `publish` for `pub`, as long as no other
// subcommand begins so. Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_SHORT_SUBCOMMAND_H_
#define GUARD_POLICY_COMMAND_SHORT_SUBCOMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/model/command_spec.h"

namespace guard::policy {

// The subcommands of SPEC that WORD may mean: itself when it is one, else each that it begins. Just
// WORD where SPEC takes no beginnings, or knows none that begins so.
[[nodiscard]] std::vector<std::string> meant_subcommands(std::string_view word,
                                                         const CommandSpec& spec);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_SHORT_SUBCOMMAND_H_

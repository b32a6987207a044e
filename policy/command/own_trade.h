// SPDX-License-Identifier: Apache-2.0
// Deletes that are the trade of installed programs, and are not counted: those of git in its work
// tree, as git was judged at its exec, and of package managers in the folders that are theirs.
// Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_OWN_TRADE_H_
#define GUARD_POLICY_COMMAND_OWN_TRADE_H_

#include <string_view>

#include "policy/vocabulary/action.h"

namespace guard::policy {

// An installed git that chooses itself where it writes (git_steps.h).
[[nodiscard]] bool is_git_at_work(const Actor& actor);
// The same, or `git rm`: that removes no folder but the one that it has just emptied.
[[nodiscard]] bool is_git_or_its_rm(const Actor& actor);
// PATH lies in a folder that this package manager fills and empties (`vendor` of composer).
[[nodiscard]] bool is_own_folder(const Actor& actor, std::string_view path);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_OWN_TRADE_H_

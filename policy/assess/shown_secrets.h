// SPDX-License-Identifier: Apache-2.0
// Secrets that git shows out of its history: `git show HEAD:.env`. Looks at names alone; on the
// thread that judges.
#ifndef GUARD_POLICY_ASSESS_SHOWN_SECRETS_H_
#define GUARD_POLICY_ASSESS_SHOWN_SECRETS_H_

#include <string_view>

#include "policy/command/command_line.h"
#include "policy/vocabulary/facts.h"

namespace guard::policy {

// The row of commands/git.yaml that asks about them.
inline constexpr std::string_view kShowsSecret = "git.show.secret";

// An operand REVISION:FILE names a file that the policy, or its name, calls a secret. git takes
// FILE from the top of the work tree, and `./FILE` from where it is called.
[[nodiscard]] bool shows_secret(const CommandLine& line, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_SHOWN_SECRETS_H_

// SPDX-License-Identifier: Apache-2.0
// Whether the rules of a whole policy can hold: what they say of subcommands and flags, by the
// specs of their commands; reads, by which files are secrets. A rule that can never hold does not
// load; a word that may be misspelt is a doubt. Pure, any thread.
#ifndef GUARD_POLICY_LOAD_RULES_HOLD_H_
#define GUARD_POLICY_LOAD_RULES_HOLD_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "policy/model/policy.h"

namespace guard::policy {

// kInvalid: the rules and hosts that can never hold, each with its place and the right form.
// ALLOWED_AT: where each host of `network_allow` stands, "FILE:LINE:COLUMN".
[[nodiscard]] Result<void> check_rules_hold(const Policy& policy,
                                            const std::vector<std::string>& allowed_at);
// One line each, with its place, for `guard policy validate`.
[[nodiscard]] std::vector<std::string> doubts_about(const Policy& policy);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_RULES_HOLD_H_

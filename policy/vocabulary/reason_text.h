// SPDX-License-Identifier: Apache-2.0
// The reason of a decision for a line that names the rule already. Pure, any thread.
#ifndef GUARD_POLICY_VOCABULARY_REASON_TEXT_H_
#define GUARD_POLICY_VOCABULARY_REASON_TEXT_H_

#include <string>
#include <string_view>

#include "policy/vocabulary/decision.h"

namespace guard::policy {

// Nobody was asked: what the act is of was approved for the whole session.
inline constexpr std::string_view kApprovedForSession =
    "its categories were approved for the session";

// Without "rule R: " in front of what was assessed. That of a nested run's policy is called
// "nested.R" outside. Empty: the rule is all that was said.
[[nodiscard]] std::string reason_beside(std::string_view rule, std::string reason);

// For records and reports, which have no field for what the author of the rule wrote: that comes
// first, "rule R: MESSAGE; what was assessed".
[[nodiscard]] std::string reason_with_message(const Decision& decision);

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_REASON_TEXT_H_

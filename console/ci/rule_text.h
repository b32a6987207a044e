// SPDX-License-Identifier: Apache-2.0
// RuleText: what is always true of a rule, whatever act it refused this time: for code scanning,
// which keeps one text for each rule. From guard's own table, a command's spec, or the policy.
// Values; pure.
#ifndef GUARD_CONSOLE_CI_RULE_TEXT_H_
#define GUARD_CONSOLE_CI_RULE_TEXT_H_

#include <string>

#include "policy/model/policy.h"
#include "supervisor/audit/record/record.h"

namespace guard::console {

struct RuleText {
  std::string says;        // "deletes what was there before the session"
  std::string instead;     // what to do where it refuses; "" where nothing helps
  std::string source;      // whose it is: "guard", "the command git", "the policy (FILE:LINE)"
  int tier = 0;            // the highest that it gives
  std::string tiers = {};  // "1 to 3"; empty: that one
};

// POLICY: null where it is not known.
[[nodiscard]] RuleText rule_text(const supervisor::AuditRecord& record,
                                 const policy::Policy* policy);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_RULE_TEXT_H_

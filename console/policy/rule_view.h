// SPDX-License-Identifier: Apache-2.0
// Describes one rule by the id that questions, records and refusals name: guard's own, a rule of
// the policy, or a row of a command's spec. Pure.
#ifndef GUARD_CONSOLE_POLICY_RULE_VIEW_H_
#define GUARD_CONSOLE_POLICY_RULE_VIEW_H_

#include <string>

#include "base/error.h"
#include "policy/model/policy.h"

namespace guard::console {

// Lines "name  value", or one JSON object. kNotFound: no rule has that id; the text names the
// nearest.
struct RuleView {
  std::string id;
  std::string kind;  // "guard's own rule", "rule of FILE:LINE", "spec of git"
  std::string when;  // as its file says it: "{act: modify, path: x}"; guard's own have none
  std::string tier;
  std::string category;
  std::string says;
  std::string instead;
};
[[nodiscard]] Result<RuleView> find_rule(const policy::Policy& policy, const std::string& id);
[[nodiscard]] std::string rule_text(const RuleView& view);
[[nodiscard]] std::string rule_json(const RuleView& view);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_RULE_VIEW_H_

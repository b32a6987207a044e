// SPDX-License-Identifier: Apache-2.0
// A rule as a person writes it in a policy file, on one line. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_RULE_YAML_H_
#define GUARD_CONSOLE_POLICY_RULE_YAML_H_

#include <string>

#include "policy/model/command_spec.h"
#include "policy/model/rule.h"

namespace guard::console {

// "{command: git, sub: push, flags: [force, f]}"
[[nodiscard]] std::string condition_yaml(const policy::Condition& when);
// The same of a spec's rule: "{sub: push, flags: [force, f]}".
[[nodiscard]] std::string condition_yaml(const policy::SpecRule& rule);
// "{id: x, when: {command: git, sub: push}, decision: deny, message: 'Ask first.'}"; without its
// examples.
[[nodiscard]] std::string rule_yaml(const policy::Rule& rule);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_RULE_YAML_H_

// SPDX-License-Identifier: Apache-2.0
// A checked node -> Rule or CommandSpec. This file checks what one key cannot tell by itself: keys
// that only make sense together, and conditions that could never hold. Pure, any thread.
#ifndef GUARD_POLICY_LOAD_RULE_READER_H_
#define GUARD_POLICY_LOAD_RULE_READER_H_

#include "base/error.h"
#include "policy/model/command_spec.h"
#include "policy/model/rule.h"
#include "policy/text/document.h"

namespace guard::policy {

[[nodiscard]] Result<Rule> read_rule(const Node& node, Examples examples);
[[nodiscard]] Result<CommandSpec> read_command_spec(const Node& node, Examples examples);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_RULE_READER_H_

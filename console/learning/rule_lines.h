// SPDX-License-Identifier: Apache-2.0
// Rules as lines of a policy file, and a file's text with them in it. Everything else of the text
// stays as it is, comments too. Pure, any thread.
#ifndef GUARD_CONSOLE_LEARNING_RULE_LINES_H_
#define GUARD_CONSOLE_LEARNING_RULE_LINES_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "policy/model/rule.h"

namespace guard::console {

// "- {id: x, when: {command: git, sub: push}, decision: allow}"
[[nodiscard]] std::string rule_line(const policy::Rule& rule);
// Says in words what a suggested allow rule lets through.
[[nodiscard]] std::string opens_text(const policy::Rule& rule);
// Behind the key `rules`, which is added at the end when there is none. kInvalid: the text does not
// load, or its rules stand in brackets, where no line can be added.
[[nodiscard]] Result<std::string> with_rules(const std::string& text, const std::string& name,
                                             const std::vector<policy::Rule>& rules);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_LEARNING_RULE_LINES_H_

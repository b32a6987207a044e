// SPDX-License-Identifier: Apache-2.0
// A loaded policy as text and as JSON, for `guard policy show`. The built-in specs are counted, not
// listed: they are guard's own. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_POLICY_VIEW_H_
#define GUARD_CONSOLE_POLICY_POLICY_VIEW_H_

#include <nlohmann/json.hpp>
#include <string>

#include "policy/model/policy.h"

namespace guard::console {

[[nodiscard]] std::string policy_text(const policy::Policy& policy);
[[nodiscard]] nlohmann::ordered_json policy_json(const policy::Policy& policy);
// "deny {"command":["git"],"sub":["push"]}"; as loaded, not yet safe for a terminal.
[[nodiscard]] std::string rule_text(const policy::Rule& rule);
// "balanced (changed here: tier 2 allow)"; one that is as it is built in, or is not built in: its
// name alone.
[[nodiscard]] std::string mode_text(const policy::Mode& mode);
// The files that were loaded, a line each, and what an untrusted one would have loosened.
[[nodiscard]] std::string files_text(const policy::Policy& policy);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_POLICY_VIEW_H_

// SPDX-License-Identifier: Apache-2.0
// Whether one act can have all that a condition asks for: a connection has no path, a deleted file
// no host. A condition that can never hold does not load. Pure, any thread; no errors.
#ifndef GUARD_POLICY_LOAD_CONDITION_CHECK_H_
#define GUARD_POLICY_LOAD_CONDITION_CHECK_H_

#include <optional>
#include <string>

#include "policy/model/rule.h"

namespace guard::policy {

struct Objection {
  const char* key;  // of the condition: where the message points
  std::string message;
};

// The first reason why a condition, or one of the acts that it names, could never hold.
[[nodiscard]] std::optional<Objection> objection_to(const Condition& when);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_CONDITION_CHECK_H_

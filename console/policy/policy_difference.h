// SPDX-License-Identifier: Apache-2.0
// The changes that another policy would make, key by key, and which way: more is asked or refused
// (tighter), or less (looser). Where guard cannot tell, it says so. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_POLICY_DIFFERENCE_H_
#define GUARD_CONSOLE_POLICY_POLICY_DIFFERENCE_H_

#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::console {

enum class Direction { kTighter, kLooser, kEither };

struct PolicyChange {
  Direction direction = Direction::kEither;
  std::string key;   // "mode", "rules.no-force-push"
  std::string text;  // "balanced -> trusting", "added: deny {...}"; safe for a terminal
  bool operator==(const PolicyChange&) const = default;
};

[[nodiscard]] const char* name_of(Direction direction);  // "tighter" "looser" "changed"
// In the order of `guard policy show`.
[[nodiscard]] std::vector<PolicyChange> difference_of(const policy::Policy& before,
                                                      const policy::Policy& after);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_POLICY_DIFFERENCE_H_

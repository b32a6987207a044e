// SPDX-License-Identifier: Apache-2.0
// The direction of a rule that has kept its name and says something else: whether more is asked or
// refused than before, or less. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_RULE_CHANGE_H_
#define GUARD_CONSOLE_POLICY_RULE_CHANGE_H_

#include "console/policy/policy_difference.h"
#include "policy/model/rule.h"

namespace guard::console {

// One more rule like this. A rule that only names a category may have an act asked about, or let an
// approval cover it.
[[nodiscard]] Direction direction_of(const policy::Rule& rule);
// kEither where one part of the change tightens and another loosens, or where the two hold for
// different acts.
[[nodiscard]] Direction direction_between(const policy::Rule& before, const policy::Rule& after);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_RULE_CHANGE_H_

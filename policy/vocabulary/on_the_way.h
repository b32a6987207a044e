// SPDX-License-Identifier: Apache-2.0
// Whether a command makes a folder only on the way to another name of its own: `install -D x a/b` names
// a/b, and makes a as well. Pure, any thread.
#ifndef GUARD_POLICY_VOCABULARY_ON_THE_WAY_H_
#define GUARD_POLICY_VOCABULARY_ON_THE_WAY_H_

#include <algorithm>

#include "policy/vocabulary/action.h"

namespace guard::policy {

[[nodiscard]] inline bool is_on_the_way(const Effect& effect, const EffectOperand& operand) {
  if (!operand.made || operand.object.type != ObjectType::kMissing) return false;
  return std::ranges::any_of(effect.operands, [&](const EffectOperand& other) {
    return other.made && other.object.path.starts_with(operand.object.path + "/");
  });
}

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_ON_THE_WAY_H_

// SPDX-License-Identifier: Apache-2.0
// The secrets among what find or fd would hand to a program that reads: `find . -name .env -exec
// cat
// {} ;`. For a preview alone: when it runs, what the program opens is judged. One walk, bounded as
// any. Pure but for the Facts.
#ifndef GUARD_POLICY_EFFECTS_FOUND_SECRETS_H_
#define GUARD_POLICY_EFFECTS_FOUND_SECRETS_H_

#include <optional>

#include "policy/command/command_levels.h"
#include "policy/vocabulary/facts.h"

namespace guard::policy {

// The first one; none where its tests are more than names and types that all must fit.
[[nodiscard]] std::optional<Object> found_secret(const CommandLevel& level, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_FOUND_SECRETS_H_

// SPDX-License-Identifier: Apache-2.0
// The secrets among what a command finds for itself: what find or fd would hand to a program that
// reads (`find . -name .env -exec cat {} ;`), what `grep -r` and `cp -r` would come to. For a
// preview alone: when it runs, what is opened is judged. One walk, bounded as any. Pure but for the
// Facts.
#ifndef GUARD_POLICY_EFFECTS_FOUND_SECRETS_H_
#define GUARD_POLICY_EFFECTS_FOUND_SECRETS_H_

#include <vector>

#include "policy/command/command_levels.h"
#include "policy/vocabulary/facts.h"

namespace guard::policy {

struct FoundSecrets {
  std::vector<Object> objects;  // the first ones
  bool complete = true;         // false: not every file was looked at
  bool by_search = false;  // it goes on without them where nobody lets it read them (tree_search.h)
};

// None where the tests of find are more than names and types that all must fit.
[[nodiscard]] FoundSecrets found_secrets(const CommandLevel& level, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_FOUND_SECRETS_H_

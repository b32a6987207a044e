// SPDX-License-Identifier: Apache-2.0
// The hard links that `ln` and `cp -l` would make, as their words say. For a preview alone: when it
// runs, each link is judged as it is made. For a tree that `cp -l` copies: the first file whose
// link is more than a name in the workspace. Pure but for the Facts.
#ifndef GUARD_POLICY_EFFECTS_HARD_LINKS_H_
#define GUARD_POLICY_EFFECTS_HARD_LINKS_H_

#include <vector>

#include "policy/command/command_levels.h"
#include "policy/vocabulary/facts.h"

namespace guard::policy {

struct HardLink {
  Object of;
  Object name;  // what lies where it gets its name
};
struct HardLinks {
  std::vector<HardLink> links;
  bool complete = true;  // false: not every file was looked at
};

[[nodiscard]] HardLinks hard_links(const CommandLevel& level, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_HARD_LINKS_H_

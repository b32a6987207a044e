// SPDX-License-Identifier: Apache-2.0
// GitCounts: of the files that an effect was counted from, how many git tracks, ignores, or knows
// nothing of, as the session found it: for people who are asked. The files are walked once more,
// within the same bounds, so only what is shown is looked up. Where waiting is allowed.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_COUNTS_H_
#define GUARD_SUPERVISOR_FACTS_GIT_COUNTS_H_

#include <cstdint>
#include <string>

#include "policy/vocabulary/action.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/facts/tree_walk.h"

namespace guard::supervisor {

// All 0 where no repository has a say.
struct GitCounts {
  std::uint64_t tracked = 0;
  std::uint64_t untracked = 0;
  std::uint64_t ignored = 0;
  bool of_the_start = false;  // the repository has gone on since
};

[[nodiscard]] GitCounts count_in_git(const PathFacts& paths, const policy::Effect& effect,
                                     WalkLimits limits = {});
// ", 40 untracked, 3 ignored": what is not in git, ", 40 untracked at the start" where there are
// commits since; empty when all is, or nothing is known.
[[nodiscard]] std::string text_of(const GitCounts& counts);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_COUNTS_H_

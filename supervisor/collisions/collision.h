// SPDX-License-Identifier: Apache-2.0
// Collision: an act would take what another session wrote and nobody committed: a write over it, a
// delete, a move, or a git command that throws it away (reset --hard, stash, checkout of files,
// restore, clean). Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_COLLISIONS_COLLISION_H_
#define GUARD_SUPERVISOR_COLLISIONS_COLLISION_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/assessment.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/collisions/other_work.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

// The paths of the workspace that count: no build output, nothing that git ignores.
[[nodiscard]] bool counts_as_work(const PathFacts& paths, const std::string& path);

// The writes of others that CALL would take, at most kMostTaken. ASSESSMENT: of an exec, with what
// its operands reach. Empty: none.
[[nodiscard]] std::vector<OtherWrite> taken_by(const PendingCall& call,
                                               const policy::Assessment& assessment,
                                               const PathFacts& paths, OtherWork& others);
inline constexpr std::size_t kMostTaken = 1000;

// "which session A (claude) changed at 10:05, and nobody committed"; WORKSPACE: paths below it are
// told from there.
[[nodiscard]] std::string told_of(const std::vector<OtherWrite>& taken,
                                  const std::vector<std::string>& workspace);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_COLLISIONS_COLLISION_H_

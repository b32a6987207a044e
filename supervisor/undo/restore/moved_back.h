// SPDX-License-Identifier: Apache-2.0
// Moves of a session that were undone alone: what was changed after them stands in the journal
// under names that are no more. Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_BACK_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_BACK_H_

#include <cstdint>
#include <set>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// The renames that are marked as undone and whose object does stand at its old name: a mark alone
// may be of an object that went, or of one that an undo of the undo moved again. Looks at what is
// there.
[[nodiscard]] std::set<std::uint64_t> moved_back(const History& history);
// Gives the entries that are not undone the names that they have since. Before History::index().
void follow_moves_back(History& history, const std::set<std::uint64_t>& moves);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_BACK_H_

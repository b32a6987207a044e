// SPDX-License-Identifier: Apache-2.0
// Files that a session moved to where something else stood before. An undo of a part of the session
// that brings the other thing back moves them back too, or they would be in the way. Looks at what
// is there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_THERE_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_THERE_H_

#include <cstdint>
#include <set>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// Adds to CHOSEN, numbers of entries of HISTORY, the moves of the files that stand where one of
// them comes back. A folder that is in the way moves aside instead (Restorer).
void add_moves_in_the_way(const History& history, std::set<std::uint64_t>& chosen);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_THERE_H_

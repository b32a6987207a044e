// SPDX-License-Identifier: Apache-2.0
// The changes that undos of other sessions made to the objects of this one: if B's undo gave back
// what A had left, that is nobody's change to A. Reads the other sessions' journals. Values; any
// thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_OTHER_UNDOS_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_OTHER_UNDOS_H_

#include <string>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// Adds to HISTORY which objects stand for which by
// now, and what was given back as a whole. A session that cannot be read adds nothing: its changes
// stay conflicts.
void note_other_undos(const std::string& state_dir, History& history);

// Adds where sessions that ran beside it, or after it, moved things. Reads the journals of those
// alone.
void note_others_moves(const std::string& state_dir, History& history);

// Adds what sessions that ran beside it changed of the same files. Reads the journals of those
// alone.
void note_sessions_beside(const std::string& state_dir, History& history);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_OTHER_UNDOS_H_

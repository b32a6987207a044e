// SPDX-License-Identifier: Apache-2.0
// Two names come of one move where another file of the session's took the old name since: the moved
// file (a backup, "a.c.bak"), and the one that was written anew ("a.c"). Somebody who names one of
// them means that one alone. Reads the file system; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_MOVE_HALVES_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_MOVE_HALVES_H_

#include <cstdint>
#include <set>
#include <string>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// Notes in HISTORY that HALF of the moves of the object of MOVE, a chosen one, is meant. Everything
// else that happened to the object goes out of CHOSEN.
void take_half(History& history, std::set<std::uint64_t>& chosen, std::uint64_t move,
               MoveHalf half);
// Another file of before came to where MOVE led away from.
[[nodiscard]] bool others_came(const History& history, const UndoEntry& move);
// The same of all chosen moves of which PATH names one half.
void halve_moves(History& history, std::set<std::uint64_t>& chosen, const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_MOVE_HALVES_H_

// SPDX-License-Identifier: Apache-2.0
// The obstacles that giving back would meet, looked at before anything is touched: what somebody
// changed since the session (by ctime, which no program sets), what cannot come back and why, and
// what would happen besides. The same that Restorer does: a preview that promises more would be
// worse than none. Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_FORESIGHT_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_FORESIGHT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "supervisor/undo/history/history.h"
#include "supervisor/undo/restore/restorer.h"

namespace guard::supervisor {

// About one step. The names are those of when its turn comes: moves that are undone before it are.
struct Foresight {
  std::string path;      // where it is given back
  std::string from;      // of a move: from where
  std::string now;       // where the object, or its place, is at this moment; empty: nowhere
  std::string conflict;  // somebody changed it since: it needs a choice
  std::string obstacle;  // why it cannot be given back
  std::string note;      // what happens besides
  MoveHalf half = MoveHalf::kWhole;  // of a move
  bool moves_aside = false;          // to another name: a folder that is there, with what is in it
};
using Foresights = std::map<std::uint64_t, Foresight>;  // by the number of the entry

// CHOSEN in the order of the journal; the times of folders have no foresight. Where there are
// conflicts, what undos of other sessions did is noted in HISTORY, and is none.
[[nodiscard]] Foresights foresee(const std::string& state_dir, History& history,
                                 const std::vector<const UndoEntry*>& chosen,
                                 OnConflict on_conflict);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_FORESIGHT_H_

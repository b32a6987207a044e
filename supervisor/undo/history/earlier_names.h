// SPDX-License-Identifier: Apache-2.0
// EarlierNames: under which name people may know what a session changed: it stands in the journal
// with the name of that moment, and the session moved it, or a folder above it, before or
// afterwards (History::place_of). Values, from a history that outlives it; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_EARLIER_NAMES_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_EARLIER_NAMES_H_

#include <string>
#include <vector>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

class EarlierNames {
 public:
  explicit EarlierNames(const History& history);

  // Before the session; moves that were undone since count too.
  [[nodiscard]] std::string before(const UndoEntry& entry) const;
  // Some move led to PATH, away from it, or has a folder above it: without one nothing has had
  // another name there.
  [[nodiscard]] bool concern(const std::string& path) const;
  // The last move, not undone, of a folder above PATH, whichever of the two names PATH has it by;
  // null: none, or that folder is back where it was before the session.
  [[nodiscard]] const UndoEntry* move_above(const std::string& path) const;

 private:
  // The name that the object at PATH had before all moves that were not undone.
  [[nodiscard]] std::string name_before_moves(std::string path) const;

  const History& history_;
  std::vector<const UndoEntry*> moves_;  // renames and exchanges
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_EARLIER_NAMES_H_

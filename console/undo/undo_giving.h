// SPDX-License-Identifier: Apache-2.0
// Giving back what was chosen: the undo's own store, its audit record, the steps, and what is said
// of them. Ctrl-C, SIGTERM and SIGHUP end it behind the step that is being taken. One thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_GIVING_H_
#define GUARD_CONSOLE_UNDO_UNDO_GIVING_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "console/undo/undo_selection.h"
#include "supervisor/undo/restore/restorer.h"

namespace guard::console {

struct GivingOrder {
  std::string state;
  std::vector<std::string> words;  // as typed, for the record
  std::string conflicts;           // skip, overwrite; empty: nobody had to choose
  bool is_final = false;
  bool json = false;
};

// The exit status; 128 and the signal's number where one ended it.
// CONFLICTS: entries whose object somebody changed since.
int give_back(const GivingOrder& order, const UndoSelection& selection,
              const std::set<std::uint64_t>& conflicts);
[[nodiscard]] supervisor::OnConflict conflict_choice(const std::string& word);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_GIVING_H_

// SPDX-License-Identifier: Apache-2.0
// Giving back what was chosen: the undo's own store, its audit record, the steps, and what is said
// of them. Ctrl-C, SIGTERM and SIGHUP end it behind the step that is being taken. One thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_GIVING_H_
#define GUARD_CONSOLE_UNDO_UNDO_GIVING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "console/undo/undo_selection.h"
#include "supervisor/undo/restore/restorer.h"

namespace guard::console {

// How it ended; the times of folders are not counted.
struct GivingEnd {
  std::string undo;  // its name; empty with --final
  supervisor::FileCount given_back;
  std::size_t left = 0;           // looked at, and not given back, or not wholly
  std::vector<std::string> whys;  // a sentence for each of these, then of what was not saved; safe
};

struct GivingOrder {
  std::string state;
  std::vector<std::string> words;  // as typed, for the record
  std::string conflicts;           // skip, overwrite; empty: nobody had to choose
  bool is_final = false;
  bool json = false;
  std::function<void(const GivingEnd&)> on_end = nullptr;  // once the steps were taken
};

// The outcome, in files. STATUS: as an exit status; 128 and the signal's number where one
// ended it.
struct Giving {
  int status = 0;
  std::string undo;  // what to name to take it back; empty: nothing was done, or it is final
  std::size_t given_back = 0;
  std::size_t partly = 0;  // of these
  std::size_t left = 0;
};
// CONFLICTS: entries whose object somebody changed since.
Giving give_back(const GivingOrder& order, const UndoSelection& selection,
                 const std::set<std::uint64_t>& conflicts);
[[nodiscard]] supervisor::OnConflict conflict_choice(const std::string& word);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_GIVING_H_

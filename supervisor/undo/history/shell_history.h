// SPDX-License-Identifier: Apache-2.0
// Files in which shells and other programs keep what was typed: each session adds to them, and
// nobody who undoes a session means that. A name alone proves nothing, as a session can give a
// source file such a name for a moment. Looks at what is there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_SHELL_HISTORY_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_SHELL_HISTORY_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// Canonical paths.
struct HistoryPlaces {
  std::string home;                  // they lie directly in it,
  std::vector<std::string> folders;  // anywhere below these,
  std::string file;                  // or here (HISTFILE)
};
// By the environment.
[[nodiscard]] HistoryPlaces history_places();

// The entries of a session that changed such a file, or put a newer one in its place. The file
// lies in one of PLACES and not in the session's work tree, had no other name all the time, and no
// file of before has its name by now. One that was deleted, and is not there again by now, is none.
class ShellHistories {
 public:
  explicit ShellHistories(const History& history, const HistoryPlaces& places = history_places());

  [[nodiscard]] bool contain(const UndoEntry& entry) const {
    return numbers_.contains(entry.number);
  }

 private:
  std::set<std::uint64_t> numbers_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_SHELL_HISTORY_H_

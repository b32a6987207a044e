// SPDX-License-Identifier: Apache-2.0
// The changes so far of a session that still runs, one row for each path: for an agent that asks
// what it did. Reads its journal, and looks at what is there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_OWN_CHANGES_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_OWN_CHANGES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"

namespace guard::supervisor {

struct OwnChange {
  std::string path;     // as it is called now; of what was deleted, as it was called. Bytes.
  std::string from;     // of what was moved: its name before
  const char* kind;     // "made", "changed", "deleted", "moved", "rights"
  std::string command;  // of the last of its changes, redacted
  bool is_folder = false;
};

struct OwnChanges {
  std::vector<OwnChange> changes;  // in the order of paths; the first MOST of them
  std::size_t count = 0;           // of all
  std::size_t in_git = 0;          // files in git's own folders, which are left out
  bool complete = true;            // false: not all that it made or changed is on record
};

// NAME: of the store of STATE_DIR.
[[nodiscard]] Result<OwnChanges> own_changes(const std::string& state_dir, const std::string& name,
                                             std::size_t most);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_OWN_CHANGES_H_

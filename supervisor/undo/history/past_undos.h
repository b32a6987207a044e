// SPDX-License-Identifier: Apache-2.0
// The changes that undos made to a session, as its own `undone` tells: it outlives their stores.
// Values; reads the store; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_PAST_UNDOS_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_PAST_UNDOS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/undo/history/file_count.h"
#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

struct PastUndo {
  std::string name;
  std::string last;      // ISO 8601: its last step
  FileCount given_back;  // of what the session changed and made
  FileCount taken_back;  // by the undo of an undo: they are the session's again
};

// In the order of their first step; one of lines of a text alone, or of nothing, has neither.
[[nodiscard]] Result<std::vector<PastUndo>> past_undos(const std::string& state_dir,
                                                       const History& history);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_PAST_UNDOS_H_

// SPDX-License-Identifier: Apache-2.0
// guard undo --to: which checkpoint of a session is meant, and what came after it. Reads the store;
// any thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_CHECKPOINT_H_
#define GUARD_CONSOLE_UNDO_UNDO_CHECKPOINT_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "console/output/shown_times.h"
#include "console/undo/undo_selection.h"
#include "supervisor/undo/history/history.h"

namespace guard::console {

struct PointSelection {
  UndoSelection selection;
  supervisor::Checkpoint checkpoint;
  bool before_start = false;               // a time before the first checkpoint, which is taken
  std::vector<supervisor::Unkept> unkept;  // what changed since then and is not kept as it was
};

// All that SESSION changed and made after the checkpoint that TO means: its number, its name, a
// time (the last checkpoint that is not later), or the beginning or else a part of the
// command that came next; of several of one name or command the last one. kNotFound: the session
// has none of that kind.
[[nodiscard]] Result<PointSelection> select_to(const std::string& state_dir,
                                               const std::string& session, const std::string& to);
// The one that TO means; nothing is read.
[[nodiscard]] Result<supervisor::Checkpoint> find_checkpoint(
    const std::vector<supervisor::Checkpoint>& checkpoints, const std::string& to);
// "3  12:00:05  before npm test": safe text.
[[nodiscard]] std::string checkpoint_line(const supervisor::Checkpoint& checkpoint,
                                          const ShownTimes& times);
[[nodiscard]] nlohmann::ordered_json checkpoint_json(const supervisor::Checkpoint& checkpoint);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_CHECKPOINT_H_

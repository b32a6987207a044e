// SPDX-License-Identifier: Apache-2.0
// The copies that a session that still runs keeps of files at paths, as they were before it changed
// them. Reads its journal to the end; blocks on nothing but the disk, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_KEPT_BEFORE_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_KEPT_BEFORE_H_

#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

struct KeptBefore {
  std::string path;
  std::string content;  // the file of the store that holds it; empty: something else happened there
  ObjectKey key;
};

// One for each change of one of PATHS that the session NAME of STATE_DIR keeps, in their order;
// none of what it made itself. kInvalid: the journal has damaged lines.
[[nodiscard]] Result<std::vector<KeptBefore>> kept_before(const std::string& state_dir,
                                                          const std::string& name,
                                                          const std::set<std::string>& paths);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_KEPT_BEFORE_H_

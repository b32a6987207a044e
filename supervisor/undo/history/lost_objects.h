// SPDX-License-Identifier: Apache-2.0
// The objects of before that a session took away and nobody can give back, as far as they are still
// missing. Reads the store, and looks at what is there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_LOST_OBJECTS_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_LOST_OBJECTS_H_

#include <functional>
#include <string>

#include "supervisor/undo/store/lost_list.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {

// Build output that was made again is not missing. PICKS: which are meant; none: all of them.
[[nodiscard]] LostObjects lost_objects(const std::string& state_dir, const StoredSession& session,
                                       const std::function<bool(const LostObject&)>& picks = {});
// "1,681 build files (venv, node_modules), 2 files that were not saved (big.bin)": safe text, the
// first names below WORKSPACE; empty when nothing is lost.
[[nodiscard]] std::string lost_text(const LostObjects& lost, const std::string& workspace);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_LOST_OBJECTS_H_

// SPDX-License-Identifier: Apache-2.0
// Look: the object that is at a name, and when it was last changed. For foreseeing an undo.
// Opens nothing. Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_LOOK_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_LOOK_H_

#include <chrono>
#include <optional>
#include <set>
#include <string>

#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

struct Look {
  ObjectKey key;
  std::chrono::system_clock::time_point changed;
  bool is_folder = false;
};

// Nothing: it cannot be looked at.
[[nodiscard]] std::optional<Look> look_at(int held);
[[nodiscard]] std::optional<Look> look_at(const std::string& path);
// FOLDER has something in it besides LEAVING, which moves out of it again.
[[nodiscard]] bool has_others_in(const std::string& folder, const std::set<ObjectKey>& leaving);
// Owner, mode and attributes; no times.
[[nodiscard]] bool same_rights(const ObjectRecord& one, const ObjectRecord& other);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_LOOK_H_

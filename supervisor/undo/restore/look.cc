// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/look.h"

#include <filesystem>
#include <system_error>

#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {

std::optional<Look> look_at(int held) {
  const auto record = record_of(held);
  if (!record) return std::nullopt;
  return Look{record->key, time_point_of(record->changed), record->is_folder()};
}

std::optional<Look> look_at(const std::string& path) {
  const UniqueFd held = path.empty() ? UniqueFd() : hold_object(path);
  return held.valid() ? look_at(held.get()) : std::nullopt;
}

bool has_others_in(const std::string& folder, const std::set<ObjectKey>& leaving) {
  std::error_code error;
  std::filesystem::directory_iterator child(folder, error);
  for (const std::filesystem::directory_iterator end; !error && child != end;
       child.increment(error)) {
    const auto look = look_at(child->path().string());
    if (!look || !leaving.contains(look->key)) return true;
  }
  return false;
}

bool same_rights(const ObjectRecord& one, const ObjectRecord& other) {
  return one.mode == other.mode && one.uid == other.uid && one.gid == other.gid &&
         one.attributes == other.attributes;
}

}  // namespace guard::supervisor

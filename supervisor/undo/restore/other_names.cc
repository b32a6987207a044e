// SPDX-License-Identifier: Apache-2.0
// Where else an object with several names is: looked for once (object_search.h). Only a path is
// known: the object is held only when it is needed, and only when it is still the one.
#include <set>

#include "supervisor/undo/restore/object_search.h"
#include "supervisor/undo/restore/restorer.h"

namespace guard::supervisor {
void Restorer::search_names() {
  searched_ = folders_to_search(history_);
  std::set<ObjectKey> wanted;
  for (const UndoEntry& entry : history_.entries) wanted.insert(current(entry.object.key));
  for (auto& [key, paths] : find_names(*searched_, wanted, root_)) {
    auto& known = names_[key];
    known.insert(known.end(), paths.begin(), paths.end());
  }
}

UniqueFd Restorer::other_name(const UndoEntry& entry) {
  if (!several_names_.contains(entry.object.key)) return UniqueFd();
  if (!searched_) search_names();
  const ObjectKey wanted = current(entry.object.key);
  const auto found = names_.find(wanted);
  if (found == names_.end()) return UniqueFd();
  for (const std::string& path : found->second) {
    UniqueFd held = hold_object(path);
    if (!held.valid()) continue;
    const auto key = key_of(held.get());
    if (key && *key == wanted) return held;
  }
  return UniqueFd();
}

void Restorer::names_moved(const std::string& from, const std::string& to) {
  for (auto& [key, paths] : names_)
    for (std::string& path : paths)
      if (is_at_or_below(path, from)) path = to + path.substr(from.size());
}

void Restorer::names_exchanged(const std::string& one, const std::string& other) {
  const std::string between = "\n";  // no path begins so
  names_moved(one, between);
  names_moved(other, one);
  names_moved(between, other);
}

Error Restorer::missing_content(const UndoEntry& entry) const {
  return {Code::kNotFound, 0,
          missing_content_text(entry, searched_.value_or(std::vector<std::string>()))};
}

}  // namespace guard::supervisor

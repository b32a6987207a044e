// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/moved_link.h"

#include <set>

#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

// The names of the file of LINK, other than that one, that the journal tells.
std::set<std::string> known_names(const History& history, const UndoEntry& link,
                                  const History::IsBack& is_back) {
  std::set<std::string> names;
  for (const UndoEntry& entry : history.entries) {
    if (entry.object.key != link.object.key) continue;
    if (entry.number != link.number) names.insert(history.place_of(entry, is_back));
    names.insert(history.place_of(origin_of(entry), is_back));
    if (entry.of.empty()) continue;
    UndoEntry file;
    file.deed = UndoDeed::kModify;
    file.path = entry.of;
    file.number = entry.number;
    names.insert(history.place_of(file, is_back));
  }
  return names;
}

// Before the session: then a name that the journal does not know may be of then.
bool had_several(const History& history, const UndoEntry& link) {
  for (const UndoEntry& entry : history.entries)
    if (entry.object.key == link.object.key) return entry.object.links > 1;
  return false;
}

// Another session moved it there.
bool was_moved_to(const History& history, const UndoEntry& link, const std::string& name) {
  std::string path = history.place_of(link);
  for (const OthersMove& move : history.others_moves)
    if (move.time > link.time && is_at_or_below(path, move.from))
      path = move.to + path.substr(move.from.size());
  return path == name;
}

}  // namespace

bool is_link_gone(const History& history, const UndoEntry& link) {
  return history.place_of(link).empty();
}

std::string moved_link(const History& history, const UndoEntry& link, const FoundNames& names,
                       const History::IsBack& is_back) {
  const ObjectKey key = history.current(link.object.key);
  const auto found = names.find(key);
  if (found == names.end()) return {};
  FoundNames unknown;
  const std::set<std::string> known = known_names(history, link, is_back);
  const bool may_be_of_before = had_several(history, link);
  for (const std::string& name : found->second) {
    if (may_be_of_before && !was_moved_to(history, link, name)) continue;
    if (!known.contains(name)) unknown[key].push_back(name);
  }
  return name_meant(unknown, key, link.path, true);
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
// Conflicts, found before anything is touched: what was changed after the session ended. By ctime,
// which no program sets.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "supervisor/undo/restorer.h"

namespace guard::supervisor {
namespace {

struct Look {
  bool there = false;
  bool same = false;   // the object of the entry
  bool later = false;  // changed after the session
};

Look look_at(const History& history, const UndoEntry& entry, const std::string& path) {
  const UniqueFd held = hold_object(path);
  if (!held.valid()) return {};
  const auto record = record_of(held.get());
  if (!record) return {};
  return {true, record->key == history.current(entry.object.key),
          history.is_others_change(record->key, time_point_of(record->changed))};
}

std::string conflict_of(const History& history, const UndoEntry& entry) {
  if (entry.deed == UndoDeed::kFolder) return {};
  const std::string path = history.place_of(entry);
  if (path.empty()) return {};  // it went later: that entry says more
  const Look look = look_at(history, entry, path);
  // Where things were moved about, what is told by names alone may be wrong: the steps themselves
  // see what is there.
  const bool sure = history.moves.empty() && !history.lost_names.contains(path);
  if (entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace) {
    if (look.there && !look.same && look.later) return "something else was put there since";
    return {};
  }
  if (!look.there) return sure ? "it was removed or moved since" : "";
  if (!look.same) return sure && look.later ? "something else is there by now" : "";
  if (history.begun.contains(entry.object.key)) return {};  // an undo wrote half of it
  // A folder changes with whatever is in it: moving it takes that along.
  const bool moves = entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
  if (look.later && !moves) return "it was changed since";
  return {};
}

}  // namespace

std::map<std::uint64_t, std::string> changed_since(const History& history,
                                                   const std::vector<const UndoEntry*>& chosen) {
  std::map<std::uint64_t, std::string> conflicts;
  // What lies in a closed folder is looked at by opening that for a moment, which changes the
  // folder: so folders first, the upper ones before the lower ones.
  std::vector<const UndoEntry*> order = chosen;
  std::stable_sort(order.begin(), order.end(), [](const UndoEntry* a, const UndoEntry* b) {
    return std::pair(!a->object.is_folder(), a->path.size()) <
           std::pair(!b->object.is_folder(), b->path.size());
  });
  for (const UndoEntry* entry : order) {
    if (std::string why = conflict_of(history, *entry); !why.empty())
      conflicts.emplace(entry->number, std::move(why));
  }
  return conflicts;
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/new_names.h"

#include <set>
#include <string>
#include <utility>

#include "supervisor/undo/restore/look.h"

namespace guard::supervisor {
namespace {

// Those that leave where they are: by a step that is chosen, or because they moved there from
// elsewhere and go home with whatever comes back (moved_there.h).
std::set<ObjectKey> leaving(const History& history, const std::vector<const UndoEntry*>& chosen) {
  std::set<ObjectKey> keys;
  for (const UndoEntry* entry : chosen)
    if (entry->deed == UndoDeed::kPlaced || entry->deed == UndoDeed::kLink)
      keys.insert(history.current(entry->object.key));
  for (const UndoEntry* move : history.moves) keys.insert(history.current(move->object.key));
  return keys;
}

}  // namespace

void take_new_names_alone(History& history, const std::vector<const UndoEntry*>& chosen,
                          const std::function<bool(const UndoEntry& move)>& means_old_name) {
  std::set<std::uint64_t> alone;
  std::set<ObjectKey> leave;
  for (const UndoEntry* move : chosen) {
    if (move->deed != UndoDeed::kRename || !move->object.is_file() || means_old_name(*move))
      continue;
    const auto look = look_at(history.place_of(origin_of(*move)));
    if (!look || look->is_folder) continue;
    if (leave.empty()) leave = leaving(history, chosen);
    if (!leave.contains(look->key)) alone.insert(move->number);
  }
  if (alone.empty()) return;
  for (UndoEntry& entry : history.entries) {
    if (!alone.contains(entry.number)) continue;
    entry.deed = UndoDeed::kNewName;
    entry.path = std::exchange(entry.to, {});
  }
  history.index();
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/moved_there.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "supervisor/undo/restore/look.h"

namespace guard::supervisor {
namespace {

// Where ENTRY puts something that is not there now; empty: nowhere.
std::string place_to_fill(const History& history, const UndoEntry& entry) {
  const bool comes_back = entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace ||
                          entry.deed == UndoDeed::kRename;
  if (!comes_back) return {};
  return history.place_of(origin_of(entry));
}

}  // namespace

// One that goes home may find another one there.
void add_moves_in_the_way(const History& history, std::set<std::uint64_t>& chosen) {
  if (history.moves.empty()) return;
  std::multimap<ObjectKey, std::uint64_t> moves;
  for (const UndoEntry* move : history.moves)
    moves.emplace(history.current(move->object.key), move->number);
  std::vector<const UndoEntry*> next;
  for (const UndoEntry& entry : history.entries)
    if (chosen.contains(entry.number) && !history.undone.contains(entry.number))
      next.push_back(&entry);
  while (!next.empty()) {
    const UndoEntry& entry = *next.back();
    next.pop_back();
    const auto look = look_at(place_to_fill(history, entry));
    if (!look || look->is_folder || look->key == history.current(entry.object.key)) continue;
    const auto [begin, end] = moves.equal_range(look->key);
    for (auto at = begin; at != end; ++at) {
      if (!chosen.insert(at->second).second) continue;
      const auto found = std::ranges::find(history.moves, at->second, &UndoEntry::number);
      if (found != history.moves.end()) next.push_back(*found);
    }
  }
}

}  // namespace guard::supervisor

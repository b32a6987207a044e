// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/moved_back.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

using Moves = std::vector<const UndoEntry*>;

Moves renames_of(const History& history) {
  Moves moves;
  for (const UndoEntry& entry : history.entries)
    if (entry.deed == UndoDeed::kRename) moves.push_back(&entry);
  return moves;
}

// PATH of ACT, after those of the moves before it that were taken BACK after it. Another move
// brought what stands there: then only folders above that went back.
std::string name_since(const History& history, const Moves& moves,
                       const std::set<std::uint64_t>& back, const UndoEntry& act,
                       std::string path) {
  std::size_t shorter_than = path.size() + 1;
  for (auto at = moves.rbegin(); at != moves.rend(); ++at) {
    const UndoEntry& move = **at;
    if (move.number >= act.number || move.to.size() >= shorter_than ||
        !is_at_or_below(path, move.to) || history.was_back_before(move.number, act.number))
      continue;
    if (back.contains(move.number)) {
      path = move.path + path.substr(move.to.size());
      shorter_than = move.path.size() + 1;
    } else {
      shorter_than = move.to.size();
    }
  }
  return path;
}

bool stands_at(const History& history, const UndoEntry& move, const std::string& path) {
  const UniqueFd held = hold_object(path);
  if (!held.valid()) return false;
  const auto key = key_of(held.get());
  return key && *key == history.current(move.object.key);
}

}  // namespace

std::set<std::uint64_t> moved_back(const History& history) {
  const Moves moves = renames_of(history);
  std::set<std::uint64_t> back;
  for (const UndoEntry* move : moves) {
    if (!history.undone.contains(move->number)) continue;
    if (stands_at(history, *move, name_since(history, moves, back, *move, move->path)))
      back.insert(move->number);
  }
  return back;
}

void follow_moves_back(History& history, const std::set<std::uint64_t>& moves) {
  if (moves.empty()) return;
  const Moves all = renames_of(history);
  std::vector<std::pair<std::string, std::string>> names;
  for (const UndoEntry& entry : history.entries)
    names.emplace_back(name_since(history, all, moves, entry, entry.path),
                       name_since(history, all, moves, entry, entry.to));
  for (std::size_t at = 0; at < names.size(); ++at) {
    UndoEntry& entry = history.entries[at];
    // An object that was made has been looked for already, and has the name that it has.
    if (history.undone.contains(entry.number) || is_made(entry)) continue;
    entry.path = std::move(names[at].first);
    entry.to = std::move(names[at].second);
  }
}

}  // namespace guard::supervisor

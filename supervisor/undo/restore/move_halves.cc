// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/move_halves.h"

#include <map>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "supervisor/undo/restore/look.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
// Another file came to where MOVE led away from: what stands there now may be that one's.
bool others_came(const History& history, const UndoEntry& move) {
  for (const UndoEntry* other : history.moves) {
    const bool leads_there =
        other->to == move.path || (other->deed == UndoDeed::kExchange && other->path == move.path);
    if (other->number > move.number && leads_there && other->object.key != move.object.key)
      return true;
  }
  return false;
}

namespace {

using Moves = std::vector<const UndoEntry*>;

std::string place_of_origin(const History& history, const UndoEntry& move) {
  return history.place_of(origin_of(move));
}

// Where a file of the session's has the name by now, nothing is at that place by the journal.
std::string name_now(const History& history, const UndoEntry& move) {
  const std::string place = history.place_of(move);
  return place.empty() ? move.to : place;
}

std::map<ObjectKey, Moves> moves_by_file(const History& history) {
  std::map<ObjectKey, Moves> moves;
  for (const UndoEntry* move : history.moves)
    if (move->object.is_file()) moves[move->object.key].push_back(move);
  return moves;
}

bool made_by_session(const History& history, const ObjectKey& key) {
  const auto started = parse_iso_time(history.session.started);
  return started && std::chrono::nanoseconds(key.born_ns) > started->time_since_epoch();
}

// Another file of the session's has the name that MOVES, of one file, led away from, and the file
// has a name besides.
bool is_followed(const History& history, const Moves& moves) {
  for (const UndoEntry* move : moves)
    if (move->deed != UndoDeed::kRename) return false;
  if (others_came(history, *moves.front())) return false;
  const ObjectKey key = history.current(moves.front()->object.key);
  const auto newer = look_at(place_of_origin(history, *moves.front()));
  if (!newer || newer->is_folder || newer->key == key) return false;
  return made_by_session(history, newer->key) &&
         look_at(name_now(history, *moves.back())).has_value();
}

MoveHalf half_at(const History& history, const Moves& moves, const std::string& path) {
  const UndoEntry& first = *moves.front();
  const UndoEntry& last = *moves.back();
  const bool old_name =
      is_at_or_below(first.path, path) || is_at_or_below(place_of_origin(history, first), path);
  const bool new_name =
      is_at_or_below(last.to, path) || is_at_or_below(name_now(history, last), path);
  if (old_name == new_name) return MoveHalf::kWhole;
  return old_name ? MoveHalf::kContent : MoveHalf::kName;
}

}  // namespace

void take_half(History& history, std::set<std::uint64_t>& chosen, std::uint64_t move,
               MoveHalf half) {
  std::optional<ObjectKey> key;
  for (const UndoEntry& entry : history.entries)
    if (entry.number == move) key = entry.object.key;
  if (!key) return;
  Moves moves;
  for (const UndoEntry& entry : history.entries) {
    if (entry.object.key != *key || history.undone.contains(entry.number)) continue;
    chosen.erase(entry.number);
    if (entry.deed == UndoDeed::kRename) moves.push_back(&entry);
  }
  if (moves.empty()) return;
  const UndoEntry& meant = half == MoveHalf::kName ? *moves.back() : *moves.front();
  // The name has what was there before: that is not the move's to take away.
  if (half == MoveHalf::kName && meant.is_name_gone) return;
  chosen.insert(meant.number);
  history.halves[meant.number] = half;
}

void halve_moves(History& history, std::set<std::uint64_t>& chosen, const std::string& path) {
  for (const auto& [key, moves] : moves_by_file(history)) {
    const UndoEntry* meant = nullptr;
    for (const UndoEntry* move : moves)
      if (chosen.contains(move->number)) meant = move;
    if (meant == nullptr || !is_followed(history, moves)) continue;
    const MoveHalf half = half_at(history, moves, path);
    if (half != MoveHalf::kWhole) take_half(history, chosen, meant->number, half);
  }
}

}  // namespace guard::supervisor

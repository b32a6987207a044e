// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/earlier_names.h"

#include <algorithm>

#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

bool is_below(const std::string& path, const std::string& folder) {
  return path != folder && is_at_or_below(path, folder);
}

// PATH as it was called before MOVE.
void step_back(const UndoEntry& move, std::string& path) {
  if (is_at_or_below(path, move.to)) {
    path = move.path + path.substr(move.to.size());
  } else if (move.deed == UndoDeed::kExchange && is_at_or_below(path, move.path)) {
    path = move.to + path.substr(move.path.size());
  }
}

}  // namespace

EarlierNames::EarlierNames(const History& history) : history_(history) {
  for (const UndoEntry& entry : history.entries)
    if (entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange)
      moves_.push_back(&entry);
}

std::string EarlierNames::before(const UndoEntry& entry) const {
  std::string path = entry.path;
  for (auto at = moves_.rbegin(); at != moves_.rend(); ++at)
    if ((*at)->number < entry.number && !history_.was_back_before((*at)->number, entry.number))
      step_back(**at, path);
  return path;
}

std::string EarlierNames::name_before_moves(std::string path) const {
  for (auto at = moves_.rbegin(); at != moves_.rend(); ++at)
    if (!history_.undone.contains((*at)->number)) step_back(**at, path);
  return path;
}

bool EarlierNames::concern(const std::string& path) const {
  const auto related = [&path](const std::string& name) {
    return is_at_or_below(path, name) || is_at_or_below(name, path);
  };
  return std::any_of(moves_.begin(), moves_.end(), [&](const UndoEntry* move) {
    return related(move->path) || related(move->to);
  });
}

const UndoEntry* EarlierNames::move_above(const std::string& path) const {
  const auto found = std::find_if(moves_.rbegin(), moves_.rend(), [&](const UndoEntry* move) {
    return !history_.undone.contains(move->number) &&
           (is_below(path, move->path) || is_below(path, move->to));
  });
  const bool is_back =
      found != moves_.rend() && is_below(path, (*found)->to) && name_before_moves(path) == path;
  return found == moves_.rend() || is_back ? nullptr : *found;
}

}  // namespace guard::supervisor

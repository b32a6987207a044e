// SPDX-License-Identifier: Apache-2.0
#include "console/review/object_places.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace guard::console {

using supervisor::ObjectKey;
using supervisor::OwnMove;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

namespace {

// The object that was at a name of that moment: for History::place_of. LOST: the name alone is
// meant.
UndoEntry name_then(const std::string& path, const UndoEntry& moment, bool lost) {
  UndoEntry name;
  name.deed = lost ? UndoDeed::kDelete : UndoDeed::kModify;
  name.path = path;
  name.number = moment.number;
  return name;
}

}  // namespace

ObjectPlaces::ObjectPlaces(const supervisor::History& history, const supervisor::Foresights& steps,
                           const ReviewWorld& world, ObjectPasts& pasts)
    : history_(history), steps_(steps), world_(world), pasts_(pasts) {
  for (const OwnMove& move : history_.own_moves) own_moves_[move.from].push_back(&move);
}

void ObjectPlaces::find() {
  for (ObjectPast& object : pasts_.objects) find_now(object);
  for (const ObjectPast& object : pasts_.objects)
    if (object.there) claimed_.insert(object.now);
  for (const bool moved_first : {true, false})
    for (ObjectPast& object : pasts_.objects)
      if ((object.first_move() != nullptr) == moved_first) find_successor(object);
}

const std::string& ObjectPlaces::now_of(const UndoEntry& entry) const {
  static const std::string kNowhere;
  const auto found = steps_.find(entry.number);
  return found == steps_.end() ? kNowhere : found->second.now;
}

void ObjectPlaces::find_now(ObjectPast& object) {
  if (const std::string home = name_left(object); !home.empty()) {
    object.now = home;
    object.stays = true;
  } else {
    object.now = last_place(object);
  }
  if (!object.now.empty()) object.there = world_.look(object.now);
  if (!object.there) object.now.clear();
  object.origin = origin_of(object);
}

std::string ObjectPlaces::last_place(const ObjectPast& object) const {
  const UndoEntry& last = *object.entries.back();
  if (object.as_partner.contains(&last))
    return history_.place_of(name_then(last.path, last, false));
  return is_lost(last) ? std::string() : now_of(last);
}

// The name by which a file with further names was known, where it has that still.
std::string ObjectPlaces::name_left(const ObjectPast& object) const {
  if (object.is_partner()) return {};
  const ObjectKey key = history_.current(object.own()->object.key);
  const UndoEntry* const link = pasts_.link_of(key);
  if (link == nullptr) return {};
  const std::string place = history_.place_of(name_then(link->of, *link, false));
  const auto there = place.empty() ? std::nullopt : world_.look(place);
  return there && there->key == key ? place : std::string();
}

// A file that was moved, and then written anew by a program that puts another in its place, has
// moved all the same.
void ObjectPlaces::find_successor(ObjectPast& object) {
  if (!object.is_lost_now()) return;
  if (object.first_move() == nullptr) return (void)succeed(object, moved_later(object));
  for (const std::string& place : names_had(object))
    if (place == object.origin || succeed(object, place)) return;
}

// The last one first. One that moves a file to a backup, writes another, and removes the backup
// leaves that at the name before the last.
std::vector<std::string> ObjectPlaces::names_had(const ObjectPast& object) const {
  std::vector<std::string> names = {now_of(*object.entries.back())};
  for (auto at = object.entries.rbegin(); at != object.entries.rend(); ++at) {
    if (is_move(**at) && !object.further.contains(*at))
      names.push_back(history_.place_of(name_then(object.left_by(**at), **at, true)));
  }
  return names;
}

bool ObjectPlaces::succeed(ObjectPast& object, const std::string& place) {
  if (place.empty() || place == object.origin || claimed_.contains(place)) return false;
  const auto placed = pasts_.placed.find(place);
  if (placed != pasts_.placed.end() && placed->second == nullptr) return false;
  object.there = world_.look(place);
  if (!object.there) return false;
  object.now = place;
  claimed_.insert(place);
  if (placed != pasts_.placed.end())
    object.entries.push_back(std::exchange(placed->second, nullptr));
  return true;
}

// Where the session moved the file that it had put in the place of OBJECT; empty: it did not, or
// something stands in that place again that is no other file of before: two may have changed
// places.
std::string ObjectPlaces::moved_later(const ObjectPast& object) const {
  const UndoEntry& last = *object.entries.back();
  if (own_moves_.empty() || last.object.is_folder()) return {};
  const bool changed_places = claimed_.contains(object.origin);
  if (!changed_places && world_.look(object.origin)) return {};
  std::string place = last.path;
  std::uint64_t number = last.number;
  for (auto from = own_moves_.find(place); from != own_moves_.end();
       from = own_moves_.find(place)) {
    const auto next = std::ranges::upper_bound(from->second, number, {},
                                               [](const auto* move) { return move->number; });
    if (next == from->second.end()) break;
    place = (*next)->to;
    number = (*next)->number;
  }
  const bool is_known =
      pasts_.placed.contains(place) || (changed_places && pasts_.was_there(place));
  return is_known ? place : std::string();
}

std::string ObjectPlaces::origin_of(const ObjectPast& object) const {
  if (const UndoEntry* move = object.first_move())
    return history_.place_of(name_then(object.left_by(*move), *move, true));
  if (!object.is_lost_now()) return object.now;
  const auto last = std::ranges::find_if(
      object.entries.rbegin(), object.entries.rend(),
      [&](const auto* entry) { return is_lost(*entry) && !object.further.contains(entry); });
  return now_of(last == object.entries.rend() ? *object.entries.back() : **last);
}

}  // namespace guard::console

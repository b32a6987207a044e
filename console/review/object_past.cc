// SPDX-License-Identifier: Apache-2.0
#include "console/review/object_past.h"

#include <algorithm>
#include <cstdint>

namespace guard::console {

using supervisor::UndoDeed;
using supervisor::UndoEntry;

namespace {

// It was not there before: a discard takes it away.
bool is_new(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kPlaced || entry.deed == UndoDeed::kLink;
}
bool is_link(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kLink && !entry.of.empty();
}

void insert(const UndoEntry& entry, std::vector<const UndoEntry*>& entries) {
  entries.insert(std::ranges::upper_bound(entries, entry.number, {}, &UndoEntry::number), &entry);
}

template <typename Map>
auto found_in(const Map& map, const supervisor::ObjectKey& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

bool is_lost(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace;
}

bool is_move(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
}

const UndoEntry* ObjectPast::own() const {
  const auto found = std::ranges::find_if(
      entries, [this](const auto* entry) { return !as_partner.contains(entry); });
  return found == entries.end() ? nullptr : *found;
}

bool ObjectPast::is_lost_now() const {
  return !stays && is_lost(*entries.back());
}

const UndoEntry* ObjectPast::first_move() const {
  const auto found = std::ranges::find_if(
      entries, [this](const auto* entry) { return is_move(*entry) && !further.contains(entry); });
  return found == entries.end() ? nullptr : *found;
}

const std::string& ObjectPast::left_by(const UndoEntry& move) const {
  return as_partner.contains(&move) ? move.to : move.path;
}

ObjectPasts::ObjectPasts(const supervisor::History& history, const supervisor::Foresights& steps,
                         const ReviewWorld& world, const std::vector<const UndoEntry*>& chosen)
    : history_(history), steps_(steps), world_(world), names_(history) {
  for (const UndoEntry* entry : chosen)
    if (entry->deed != UndoDeed::kFolder) gather(*entry);
  for (const UndoEntry* link : gone_links_) add_gone_link(*link);
  add_partners();
}

const std::string* ObjectPasts::content_of(const Key& key) const {
  const auto* const found = found_in(contents_, key);
  return found == nullptr ? nullptr : *found;
}

const UndoEntry* ObjectPasts::link_of(const Key& key) const {
  const auto* const found = found_in(linked_, key);
  return found == nullptr ? nullptr : *found;
}

const std::string* ObjectPasts::further_name(const Key& key) const {
  return found_in(links_, key);
}

const std::string& ObjectPasts::now_of(const UndoEntry& entry) const {
  const auto found = steps_.find(entry.number);
  return found == steps_.end() || found->second.now.empty() ? entry.path : found->second.now;
}

void ObjectPasts::gather(const UndoEntry& entry) {
  const Key key = history_.current(entry.object.key);
  if (is_link(entry)) linked_.emplace(key, &entry);
  if (is_gone_link(entry)) return gone_links_.push_back(&entry);
  if (is_new(entry)) return add_placed(entry);
  std::string before = names_.of(entry.path, entry.number);
  if (!entry.content.empty()) contents_.emplace(key, &entry.content);
  const auto [known, is_first] = by_object_.try_emplace({key, before}, objects.size());
  if (const auto old = successor_of(entry, before); is_first && old) {
    known->second = *old;
  } else if (is_first) {
    by_name_.emplace(before, objects.size());
    objects.push_back({.before = std::move(before)});
  }
  ObjectPast& object = objects[known->second];
  object.entries.push_back(&entry);
  if (names_.is_further(entry.path, entry.number)) object.further.insert(&entry);
}

void ObjectPasts::add_placed(const UndoEntry& entry) {
  const std::string& path = now_of(entry);
  placed.emplace(path, &entry);
  if (entry.deed == UndoDeed::kLink) links_.emplace(history_.current(entry.object.key), path);
}

// A further name that the session removed again.
bool ObjectPasts::is_gone_link(const UndoEntry& entry) const {
  if (!is_link(entry)) return false;
  const auto there = world_.look(now_of(entry));
  return !there || there->key != history_.current(entry.object.key);
}

// It goes with what was done by that name.
void ObjectPasts::add_gone_link(const UndoEntry& link) {
  const auto known =
      by_object_.find({history_.current(link.object.key), names_.of(link.of, link.number)});
  if (known == by_object_.end()) return (void)placed.emplace(link.path, &link);
  insert(link, objects[known->second].entries);
  objects[known->second].further.insert(&link);
}

// Somebody else put a file where the session had deleted or replaced one, and the session changed
// that: to people it is one file.
std::optional<std::size_t> ObjectPasts::successor_of(const UndoEntry& entry,
                                                     const std::string& before) const {
  const auto named = by_name_.find(before);
  if (named == by_name_.end() || entry.object.is_folder()) return std::nullopt;
  const UndoEntry& last = *objects[named->second].entries.back();
  const bool follows = is_lost(last) && last.path == entry.path && !last.object.is_folder();
  return follows ? std::optional(named->second) : std::nullopt;
}

// The other one of each exchange.
void ObjectPasts::add_partners() {
  const std::size_t count = objects.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<const UndoEntry*> entries = objects[i].entries;
    for (const UndoEntry* entry : entries)
      if (entry->deed == UndoDeed::kExchange && !objects[i].as_partner.contains(entry))
        add_partner(*entry);
  }
}

void ObjectPasts::add_partner(const UndoEntry& exchange) {
  std::string before = names_.of(exchange.to, exchange.number);
  const auto [known, is_first] = by_name_.try_emplace(before, objects.size());
  if (is_first) objects.push_back({.before = std::move(before)});
  ObjectPast& object = objects[known->second];
  insert(exchange, object.entries);
  object.as_partner.insert(&exchange);
}

}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "console/review/net_changes.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text/text.h"
#include "console/review/made_trees.h"
#include "console/review/names_before.h"
#include "console/undo/undo_git.h"
#include "console/undo/undo_metadata.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/restore/move_halves.h"

namespace guard::console {
namespace {

using supervisor::Foresight;
using supervisor::History;
using supervisor::ObjectKey;
using supervisor::ObjectRecord;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

bool is_lost(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace;
}
bool is_move(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
}
bool is_change(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kMetadata;
}
// It was not there before: a discard takes it away.
bool is_new(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kPlaced || entry.deed == UndoDeed::kLink;
}

bool is_link(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kLink && !entry.of.empty();
}

ObjectRecord without_attributes(ObjectRecord record) {
  record.attributes.clear();
  return record;
}

// From before to now.
std::vector<std::string> rights_changes(const ObjectRecord& old, const ObjectRecord& there) {
  auto changes = metadata_changes(without_attributes(old), without_attributes(there));
  const std::map<std::string, std::string> then(old.attributes.begin(), old.attributes.end());
  const std::map<std::string, std::string> now(there.attributes.begin(), there.attributes.end());
  for (const auto& [name, value] : then) {
    const auto found = now.find(name);
    if (found == now.end()) changes.push_back("attribute " + safe_text(name) + " is gone");
    if (found != now.end() && found->second != value)
      changes.push_back("attribute " + safe_text(name) + " has another value");
  }
  for (const auto& [name, value] : now)
    if (!then.contains(name)) changes.push_back("attribute " + safe_text(name) + " is new");
  return changes;
}

// All that happened to one object of before.
struct Object {
  std::string before;
  std::vector<const UndoEntry*> entries = {};         // the first one first
  std::string now = {};                               // empty: it is gone
  std::string origin = {};                            // where its name of before is by now
  std::optional<ObjectRecord> there = {};             // at `now`
  std::unordered_set<const UndoEntry*> further = {};  // of these, what was done by further names
  bool stays = false;                                 // it has the name that it had before those
  bool is_partner = false;  // it changed places with another: of itself nothing is on record

  [[nodiscard]] bool is_lost_now() const {
    return !is_partner && !stays && is_lost(*entries.back());
  }
  [[nodiscard]] const UndoEntry* first_move() const {
    const auto found = std::ranges::find_if(
        entries, [this](const auto* entry) { return is_move(*entry) && !further.contains(entry); });
    return found == entries.end() ? nullptr : *found;
  }
};

class Changes {
 public:
  Changes(const History& history, const supervisor::Foresights& steps, const ReviewWorld& world)
      : history_(history), steps_(steps), world_(world), names_(history) {}

  NetChanges of(const std::vector<const UndoEntry*>& chosen) {
    for (const supervisor::OwnMove& move : history_.own_moves)
      own_moves_[move.from].push_back(&move);
    gather(chosen);
    add_partners();
    for (Object& object : objects_) find_now(object);
    for (const Object& object : objects_)
      if (object.there) claimed_.insert(object.now);
    for (const bool moved_first : {true, false})
      for (Object& object : objects_)
        if ((object.first_move() != nullptr) == moved_first) find_successor(object);
    for (const Object& object : objects_) tell(object);
    for (const auto& [path, entry] : placed_)
      if (entry != nullptr) tell_made(path, *entry);
    join_replaced();
    std::ranges::sort(found_.items, stands_before);
    fold_trees(found_.items);
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Foresight& step(const UndoEntry& entry) const {
    static const Foresight kNone;
    const auto found = steps_.find(entry.number);
    return found == steps_.end() ? kNone : found->second;
  }

  // --- which entries are of one object ---

  void gather(const std::vector<const UndoEntry*>& chosen) {
    for (const UndoEntry* entry : chosen) {
      if (entry->deed == UndoDeed::kFolder) continue;
      if (is_link(*entry)) linked_.emplace(history_.current(entry->object.key), entry);
      if (is_gone_link(*entry)) {
        gone_links_.push_back(entry);
        continue;
      }
      if (is_new(*entry)) {
        const std::string& now = step(*entry).now;
        const std::string& path = now.empty() ? entry->path : now;
        placed_.emplace(path, entry);
        if (entry->deed == UndoDeed::kLink)
          links_.emplace(history_.current(entry->object.key), path);
        continue;
      }
      std::string before = names_.of(entry->path, entry->number);
      const ObjectKey key = history_.current(entry->object.key);
      if (!entry->content.empty()) contents_.emplace(key, &entry->content);
      const auto [known, is_first] = by_object_.try_emplace({key, before}, objects_.size());
      if (const auto old = successor_of(*entry, before); is_first && old) {
        known->second = *old;
      } else if (is_first) {
        by_name_.emplace(before, objects_.size());
        objects_.push_back({.before = std::move(before)});
      }
      Object& object = objects_[known->second];
      object.entries.push_back(entry);
      if (names_.is_further(entry->path, entry->number)) object.further.insert(entry);
    }
    for (const UndoEntry* link : gone_links_) add_gone_link(*link);
  }
  // A further name that the session removed again.
  [[nodiscard]] bool is_gone_link(const UndoEntry& entry) const {
    if (!is_link(entry)) return false;
    const std::string& now = step(entry).now;
    const auto there = world_.look(now.empty() ? entry.path : now);
    return !there || there->key != history_.current(entry.object.key);
  }
  // It goes with what was done by that name.
  void add_gone_link(const UndoEntry& link) {
    const auto known =
        by_object_.find({history_.current(link.object.key), names_.of(link.of, link.number)});
    if (known == by_object_.end()) return (void)placed_.emplace(link.path, &link);
    insert(link, objects_[known->second].entries);
    objects_[known->second].further.insert(&link);
  }
  static void insert(const UndoEntry& entry, std::vector<const UndoEntry*>& entries) {
    entries.insert(std::ranges::upper_bound(entries, entry.number, {}, &UndoEntry::number), &entry);
  }
  // Somebody else put a file where the session had deleted or replaced one, and the session changed
  // that: to people it is one file.
  [[nodiscard]] std::optional<std::size_t> successor_of(const UndoEntry& entry,
                                                        const std::string& before) const {
    const auto named = by_name_.find(before);
    if (named == by_name_.end() || entry.object.is_folder()) return std::nullopt;
    const UndoEntry& last = *objects_[named->second].entries.back();
    const bool follows = is_lost(last) && last.path == entry.path && !last.object.is_folder();
    return follows ? std::optional(named->second) : std::nullopt;
  }
  // The other one of each exchange.
  void add_partners() {
    const std::size_t count = objects_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<const UndoEntry*> entries = objects_[i].entries;
      for (const UndoEntry* entry : entries)
        if (entry->deed == UndoDeed::kExchange) add_partner(*entry);
    }
  }
  void add_partner(const UndoEntry& exchange) {
    std::string before = names_.of(exchange.to, exchange.number);
    const auto known = by_name_.find(before);
    if (known != by_name_.end()) {
      return insert(exchange, objects_[known->second].entries);
    }
    by_name_.emplace(before, objects_.size());
    objects_.push_back({.before = std::move(before), .entries = {&exchange}, .is_partner = true});
  }

  // --- where they are ---

  void find_now(Object& object) {
    const UndoEntry& last = *object.entries.back();
    if (const std::string home = name_left(object); !home.empty()) {
      object.now = home;
      object.stays = true;
    } else if (object.is_partner) {
      object.now = last.path;
    } else if (!is_lost(last)) {
      object.now = step(last).now;
    }
    if (!object.now.empty()) object.there = world_.look(object.now);
    if (!object.there) object.now.clear();
    object.origin = origin_of(object);
  }
  // Of a file that got further names: the name by which it was known, where it has that still.
  [[nodiscard]] std::string name_left(const Object& object) const {
    const ObjectKey key = history_.current(object.entries.front()->object.key);
    const auto link = linked_.find(key);
    if (link == linked_.end() || object.is_partner) return {};
    UndoEntry known;
    known.deed = UndoDeed::kModify;
    known.path = link->second->of;
    known.number = link->second->number;
    const std::string place = history_.place_of(known);
    const auto there = place.empty() ? std::nullopt : world_.look(place);
    return there && there->key == key ? place : std::string();
  }
  // A file that was moved, and then written anew by a program that puts another in its place, has
  // moved all the same.
  void find_successor(Object& object) {
    if (!object.is_lost_now()) return;
    const bool moved_first = object.first_move() != nullptr;
    const std::string place = moved_first ? step(*object.entries.back()).now : moved_later(object);
    if (place.empty() || place == object.origin || claimed_.contains(place)) return;
    const auto placed = placed_.find(place);
    if (placed != placed_.end() && placed->second == nullptr) return;
    object.there = world_.look(place);
    if (!object.there) return;
    object.now = place;
    claimed_.insert(place);
    if (placed != placed_.end()) object.entries.push_back(std::exchange(placed->second, nullptr));
  }
  // Where the session moved the file that it had put in the place of OBJECT; empty: it did not, or
  // something stands in that place again that is no other file of before: two may have changed
  // places.
  [[nodiscard]] std::string moved_later(const Object& object) const {
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
    const bool is_known = placed_.contains(place) || (changed_places && by_name_.contains(place));
    return is_known ? place : std::string();
  }
  [[nodiscard]] std::string origin_of(const Object& object) const {
    if (object.is_partner) return object.before;
    if (const UndoEntry* move = object.first_move()) {
      return history_.place_of(supervisor::origin_of(*move));
    }
    if (!object.is_lost_now()) return object.now;
    const auto last = std::ranges::find_if(
        object.entries.rbegin(), object.entries.rend(),
        [&](const auto* entry) { return is_lost(*entry) && !object.further.contains(entry); });
    return step(last == object.entries.rend() ? *object.entries.back() : **last).now;
  }

  // --- what came of them ---

  void tell(const Object& object) {
    const bool is_at_home = !object.now.empty() && object.now == object.origin;
    if (is_at_home) return tell_in_place(object, object.now, object.there);
    std::optional<ObjectRecord> instead;  // another object has its name
    const UndoEntry* newer = nullptr;
    if (!object.origin.empty() && !claimed_.contains(object.origin)) {
      const auto placed = placed_.find(object.origin);
      if (placed != placed_.end()) newer = std::exchange(placed->second, nullptr);
      instead = world_.look(object.origin);
    }
    if (!object.now.empty() && instead) return tell_apart(object, *instead, newer);
    if (instead) return tell_in_place(object, object.origin, instead, newer);
    ReviewItem item = item_of(object);
    item.kind = object.now.empty() ? ReviewKind::kDeleted : ReviewKind::kMoved;
    if (object.there) compare(object.now, *object.there, item);
    found_.items.push_back(std::move(item));
  }

  void tell_in_place(const Object& object, const std::string& now,
                     const std::optional<ObjectRecord>& there, const UndoEntry* newer = nullptr) {
    ReviewItem item = item_of(object);
    if (newer != nullptr) add(*newer, item);
    compare(now, *there, item);
    if (item.same_content && item.rights.empty()) return (void)++found_.untouched;
    item.kind = item.same_content ? ReviewKind::kRights : ReviewKind::kChanged;
    found_.items.push_back(std::move(item));
  }

  // An editor moved the old file away and wrote a new one: the name has another content, and the
  // old one is a further file.
  void tell_apart(const Object& object, const ObjectRecord& instead, const UndoEntry* newer) {
    ReviewItem moved = item_of(object);
    moved.kind = ReviewKind::kMade;
    moved.before.clear();
    moved.now = object.now;
    moved.there = *object.there;
    const UndoEntry* const move = object.first_move();
    const bool is_one_move = move != nullptr && !supervisor::others_came(history_, *move);
    if (is_one_move) moved.half = supervisor::MoveHalf::kName;
    const std::string kept = std::exchange(moved.content, "");
    ReviewItem item = item_of(object);
    if (newer != nullptr) add(*newer, item);
    if (is_one_move) item.half = supervisor::MoveHalf::kContent;
    // The object that was moved away still has the old content.
    if (kept.empty()) item.content_at = object.now;
    compare(object.origin, instead, item);
    moved.is_backup = kept.empty();
    moved.old = {};
    found_.items.push_back(std::move(moved));
    // An undo gave the name its content again, and the other file stayed.
    if (item.same_content && item.rights.empty()) return (void)++found_.untouched;
    item.kind = item.same_content ? ReviewKind::kRights : ReviewKind::kChanged;
    found_.items.push_back(std::move(item));
  }

  // A backup of before was replaced by a newer one: to people that is one file, which has another
  // content now, or is as it was.
  void join_replaced() {
    std::unordered_map<std::string, ReviewItem*> gone;
    for (ReviewItem& item : found_.items)
      if (item.kind == ReviewKind::kDeleted && !item.is_folder) gone.emplace(item.before, &item);
    for (ReviewItem& item : found_.items) {
      const auto old = item.is_backup ? gone.find(item.now) : gone.end();
      if (old == gone.end()) continue;
      join(*old->second, item);
      gone.erase(old);
    }
    std::erase_if(found_.items, [](const ReviewItem& item) { return item.entries.empty(); });
  }
  void join(ReviewItem& old, ReviewItem& backup) {
    const std::string now = backup.now;
    const ObjectRecord there = backup.there;
    for (const std::uint64_t entry : std::exchange(backup.entries, {}))
      if (std::ranges::find(old.entries, entry) == old.entries.end()) old.entries.push_back(entry);
    std::ranges::sort(old.entries);
    old.command = backup.command;
    old.time = backup.time;
    if (old.conflict.empty()) old.conflict = backup.conflict;
    if (old.obstacle.empty()) old.obstacle = backup.obstacle;
    compare(now, there, old);
    old.is_backup = true;
    old.half = backup.half;
    old.kind = old.same_content ? ReviewKind::kRights : ReviewKind::kChanged;
    if (!old.same_content || !old.rights.empty()) return;
    old.entries.clear();
    ++found_.untouched;
  }

  void tell_made(const std::string& path, const UndoEntry& entry) {
    if (claimed_.contains(path)) return;
    ReviewItem item;
    item.kind = ReviewKind::kMade;
    auto there = supervisor::is_made(entry) ? std::optional(entry.object) : world_.look(path);
    if (!there) return (void)++found_.untouched;  // gone again
    item.now = path;
    item.there = std::move(*there);
    item.is_folder = item.there.is_folder();
    add(entry, item);
    found_.items.push_back(std::move(item));
  }

  ReviewItem item_of(const Object& object) {
    ReviewItem item;
    item.before = object.before;
    item.old = object.is_partner && object.there ? *object.there : object.entries.front()->object;
    item.is_folder = item.old.is_folder();
    if (!object.is_partner) item.content = content_of(object);
    if (!object.is_partner && item.content.empty() && object.is_lost_now())
      item.content_at = further_name(object);
    for (const UndoEntry* entry : object.entries) add(*entry, item);
    // That a further name comes and goes changes nothing of the file.
    for (const UndoEntry* entry : object.entries)
      if (!object.further.empty() &&
          ((is_change(*entry) && !object.is_lost_now()) || !object.further.contains(entry)))
        item.command = entry->command;
    return item;
  }
  // A backup that is a further name of the old file still has its content.
  [[nodiscard]] std::string further_name(const Object& object) const {
    const ObjectKey key = history_.current(object.entries.front()->object.key);
    const auto link = links_.find(key);
    if (link == links_.end()) return {};
    const auto there = world_.look(link->second);
    return there && there->key == key ? link->second : std::string();
  }
  [[nodiscard]] std::string content_of(const Object& object) const {
    const ObjectKey key = history_.current(object.entries.front()->object.key);
    for (const UndoEntry* entry : object.entries)
      if (!entry->content.empty() && history_.current(entry->object.key) == key)
        return entry->content;
    const auto other = contents_.find(key);
    return other == contents_.end() ? std::string() : *other->second;
  }

  void add(const UndoEntry& entry, ReviewItem& item) const {
    const Foresight& met = step(entry);
    item.entries.push_back(entry.number);
    if (!entry.command.empty()) item.command = entry.command;
    if (!entry.question.empty()) item.question = entry.question;
    item.time = entry.time;
    if (item.conflict.empty()) item.conflict = met.conflict;
    if (item.obstacle.empty()) item.obstacle = met.obstacle;
    if (item.note.empty()) item.note = met.note;
    item.in_git = item.in_git || is_in_git(entry);
    item.is_gits = item.is_gits || is_gits_own(entry);
  }

  void compare(const std::string& now, const ObjectRecord& there, ReviewItem& item) const {
    item.now = now;
    item.there = there;
    item.same_content = has_same_content(item);
    const bool same_type = (item.old.mode & S_IFMT) == (there.mode & S_IFMT);
    if (same_type) item.rights = rights_changes(item.old, there);
  }
  [[nodiscard]] bool has_same_content(const ReviewItem& item) const {
    const ObjectRecord& old = item.old;
    const ObjectRecord& there = item.there;
    if ((old.mode & S_IFMT) != (there.mode & S_IFMT)) return false;
    if (S_ISLNK(old.mode)) return old.link_text == there.link_text;
    if (!old.is_file()) return old.number == there.number;
    // Where nothing was kept of an object that is there still, its content was not changed.
    const bool is_itself = history_.current(old.key) == there.key;
    if (item.content.empty() && !item.content_at.empty() && world_.same_files)
      return is_itself || (old.size == there.size && world_.same_files(item.content_at, item.now));
    if (item.content.empty()) return is_itself;
    return old.size == there.size && world_.same_content(item.content, item.now);
  }

  const History& history_;
  const supervisor::Foresights& steps_;
  const ReviewWorld& world_;
  const NamesBefore names_;
  std::vector<Object> objects_;
  std::map<std::pair<ObjectKey, std::string>, std::size_t> by_object_;
  std::unordered_map<std::string, std::size_t> by_name_;  // of before
  std::map<ObjectKey, const std::string*> contents_;      // the oldest one of each object
  // By the name that they led away from, the first one first.
  std::unordered_map<std::string, std::vector<const supervisor::OwnMove*>> own_moves_;
  std::map<ObjectKey, const UndoEntry*> linked_;  // the first further name of each
  std::vector<const UndoEntry*> gone_links_;
  std::map<ObjectKey, std::string> links_;          // further names, by their objects
  std::map<std::string, const UndoEntry*> placed_;  // null: told with what it replaced
  std::unordered_set<std::string> claimed_;         // paths that objects of before have now
  NetChanges found_;
};

}  // namespace

NetChanges net_changes(const History& history, const std::vector<const UndoEntry*>& chosen,
                       const supervisor::Foresights& steps, const ReviewWorld& world) {
  return Changes(history, steps, world).of(chosen);
}

}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "console/review/net_changes.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/text/text.h"
#include "console/review/made_trees.h"
#include "console/review/object_past.h"
#include "console/review/object_places.h"
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

bool is_change(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kMetadata;
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

class Changes {
 public:
  Changes(const History& history, const supervisor::Foresights& steps, const ReviewWorld& world,
          const std::vector<const UndoEntry*>& chosen)
      : history_(history),
        steps_(steps),
        world_(world),
        pasts_(history, steps, world, chosen),
        places_(history, steps, world, pasts_) {}

  NetChanges all() {
    places_.find();
    for (const ObjectPast& object : pasts_.objects) tell(object);
    for (const auto& [path, entry] : pasts_.placed)
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

  void tell(const ObjectPast& object) {
    const bool is_at_home = !object.now.empty() && object.now == object.origin;
    if (is_at_home) return tell_in_place(without_moves(object), object.now, object.there);
    std::optional<ObjectRecord> instead;  // another object has its name
    const UndoEntry* newer = nullptr;
    if (!object.origin.empty() && !places_.is_claimed(object.origin)) {
      const auto placed = pasts_.placed.find(object.origin);
      if (placed != pasts_.placed.end()) newer = std::exchange(placed->second, nullptr);
      instead = world_.look(object.origin);
    }
    // A folder is itself wherever it lies: what has its old name is another one, and is made.
    if (!object.now.empty() && instead && object.there && object.there->is_folder()) {
      if (newer != nullptr) pasts_.placed[object.origin] = newer;
      instead.reset();
    }
    if (!object.now.empty() && instead) return tell_apart(object, *instead, newer);
    if (instead) return tell_in_place(object, object.origin, instead, newer);
    ReviewItem item = item_of(object);
    item.kind = object.now.empty() ? ReviewKind::kDeleted : ReviewKind::kMoved;
    if (object.there) compare(object.now, *object.there, item);
    found_.items.push_back(std::move(item));
  }

  // It was moved, and is back: what took its other names meanwhile is nothing of its own, and a
  // discard of it leaves that where it is.
  static ObjectPast without_moves(const ObjectPast& object) {
    ObjectPast rest = object;
    std::erase_if(rest.entries, [&](const UndoEntry* entry) {
      return is_move(*entry) && !object.further.contains(entry);
    });
    return rest.entries.empty() ? object : rest;
  }

  void tell_in_place(const ObjectPast& object, const std::string& now,
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
  void tell_apart(const ObjectPast& object, const ObjectRecord& instead, const UndoEntry* newer) {
    ReviewItem moved = item_of(object);
    moved.kind = ReviewKind::kMade;
    moved.before.clear();
    moved.now = object.now;
    moved.there = *object.there;
    const UndoEntry* const move = object.first_move();
    const bool is_one_move = move != nullptr && move->deed == UndoDeed::kRename &&
                             !supervisor::others_came(history_, *move);
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

  // A backup of before was replaced by a newer one, or another file came to where it was: to people
  // that is one file, which has another content now, or is as it was.
  void join_replaced() {
    std::unordered_map<std::string, ReviewItem*> gone;
    for (ReviewItem& item : found_.items)
      if (item.kind == ReviewKind::kDeleted && !item.is_folder) gone.emplace(item.before, &item);
    for (ReviewItem& item : found_.items) {
      const bool is_new = item.kind == ReviewKind::kMade && !item.is_folder;
      const auto old = is_new ? gone.find(item.now) : gone.end();
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
    old.is_backup = backup.is_backup;
    old.half = backup.half;
    old.kind = old.same_content ? ReviewKind::kRights : ReviewKind::kChanged;
    if (!old.same_content || !old.rights.empty()) return;
    old.entries.clear();
    ++found_.untouched;
  }

  void tell_made(const std::string& path, const UndoEntry& entry) {
    if (places_.is_claimed(path)) return;
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

  ReviewItem item_of(const ObjectPast& object) {
    ReviewItem item;
    item.before = object.before;
    const UndoEntry* const own = object.own();
    item.old = own != nullptr ? own->object : object.there.value_or(ObjectRecord());
    item.is_folder = item.old.is_folder();
    if (own != nullptr) item.content = content_of(object, *own);
    if (own != nullptr && item.content.empty() && object.is_lost_now())
      item.content_at = further_name(*own);
    for (const UndoEntry* entry : object.entries) add(*entry, item);
    // That a further name comes and goes changes nothing of the file.
    for (const UndoEntry* entry : object.entries)
      if (!object.further.empty() &&
          ((is_change(*entry) && !object.is_lost_now()) || !object.further.contains(entry)))
        item.command = entry->command;
    return item;
  }
  // A backup that is a further name of the old file still has its content.
  [[nodiscard]] std::string further_name(const UndoEntry& own) const {
    const ObjectKey key = history_.current(own.object.key);
    const std::string* const name = pasts_.further_name(key);
    const auto there = name == nullptr ? std::nullopt : world_.look(*name);
    return there && there->key == key ? *name : std::string();
  }
  [[nodiscard]] std::string content_of(const ObjectPast& object, const UndoEntry& own) const {
    const ObjectKey key = history_.current(own.object.key);
    for (const UndoEntry* entry : object.entries)
      if (!entry->content.empty() && history_.current(entry->object.key) == key)
        return entry->content;
    const std::string* const other = pasts_.content_of(key);
    return other == nullptr ? std::string() : *other;
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
  ObjectPasts pasts_;
  ObjectPlaces places_;
  NetChanges found_;
};

}  // namespace

NetChanges net_changes(const History& history, const std::vector<const UndoEntry*>& chosen,
                       const supervisor::Foresights& steps, const ReviewWorld& world) {
  return Changes(history, steps, world, chosen).all();
}

}  // namespace guard::console

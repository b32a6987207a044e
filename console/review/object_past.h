// SPDX-License-Identifier: Apache-2.0
// ObjectPasts: the entries of a session's journal, told apart by the object of before that they are
// of. HISTORY and the entries outlive it. Pure but for the questions that it asks of World; any
// thread.
#ifndef GUARD_CONSOLE_REVIEW_OBJECT_PAST_H_
#define GUARD_CONSOLE_REVIEW_OBJECT_PAST_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "console/review/names_before.h"
#include "console/review/net_changes.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/restore/foresight.h"

namespace guard::console {

// It took an object's name away.
[[nodiscard]] bool is_lost(const supervisor::UndoEntry& entry);
// It gave it another one.
[[nodiscard]] bool is_move(const supervisor::UndoEntry& entry);

// All that happened to one object of before, and where it is by now.
struct ObjectPast {
  using Entries = std::unordered_set<const supervisor::UndoEntry*>;

  std::string before;
  std::vector<const supervisor::UndoEntry*> entries = {};  // the first one first
  std::string now = {};                                    // empty: it is gone
  std::string origin = {};                                 // where its name of before is by now
  std::optional<supervisor::ObjectRecord> there = {};      // at `now`
  Entries further = {};     // of these, what was done by further names
  Entries as_partner = {};  // of these, exchanges that are on record as the other one's
  bool stays = false;       // it has the name that it had before those

  // Nothing of its own is on record: it only changed places with another.
  [[nodiscard]] bool is_partner() const { return own() == nullptr; }
  // The first entry that is on record as its own.
  [[nodiscard]] const supervisor::UndoEntry* own() const;
  [[nodiscard]] bool is_lost_now() const;
  [[nodiscard]] const supervisor::UndoEntry* first_move() const;
  // The name of that moment that MOVE, one of its own or of its partner's, led away from.
  [[nodiscard]] const std::string& left_by(const supervisor::UndoEntry& move) const;
};

class ObjectPasts {
 public:
  ObjectPasts(const supervisor::History& history, const supervisor::Foresights& steps,
              const ReviewWorld& world, const std::vector<const supervisor::UndoEntry*>& chosen);

  std::vector<ObjectPast> objects;
  // The made object, by its path of now; null: it is told with what it replaced.
  std::map<std::string, const supervisor::UndoEntry*> placed;

  // An object of before had this name.
  [[nodiscard]] bool was_there(const std::string& name) const { return by_name_.contains(name); }
  // The oldest content that was kept of an object; null: none was.
  [[nodiscard]] const std::string* content_of(const supervisor::ObjectKey& key) const;
  // The first further name that the session gave an object; null: it gave none.
  [[nodiscard]] const supervisor::UndoEntry* link_of(const supervisor::ObjectKey& key) const;
  // Where a further name of an object is by now; null: it has none.
  [[nodiscard]] const std::string* further_name(const supervisor::ObjectKey& key) const;

 private:
  using Key = supervisor::ObjectKey;
  using Entry = supervisor::UndoEntry;

  void gather(const Entry& entry);
  void add_placed(const Entry& entry);
  void add_gone_link(const Entry& link);
  void add_partners();
  void add_partner(const Entry& exchange);
  [[nodiscard]] const std::string& now_of(const Entry& entry) const;
  [[nodiscard]] bool is_gone_link(const Entry& entry) const;
  [[nodiscard]] std::optional<std::size_t> successor_of(const Entry& entry,
                                                        const std::string& before) const;

  const supervisor::History& history_;
  const supervisor::Foresights& steps_;
  const ReviewWorld& world_;
  const NamesBefore names_;
  std::map<std::pair<Key, std::string>, std::size_t> by_object_;
  std::unordered_map<std::string, std::size_t> by_name_;  // of before
  std::map<Key, const std::string*> contents_;
  std::map<Key, const Entry*> linked_;
  std::map<Key, std::string> links_;
  std::vector<const Entry*> gone_links_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_OBJECT_PAST_H_

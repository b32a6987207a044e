// SPDX-License-Identifier: Apache-2.0
// ObjectPlaces: where the objects of before that a session touched are by now, and which files
// stand for those that went. No two of them are at one place. HISTORY, STEPS, WORLD and PASTS
// outlive it. Pure but for the questions that it asks of World; any thread.
#ifndef GUARD_CONSOLE_REVIEW_OBJECT_PLACES_H_
#define GUARD_CONSOLE_REVIEW_OBJECT_PLACES_H_

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "console/review/object_past.h"

namespace guard::console {

class ObjectPlaces {
 public:
  ObjectPlaces(const supervisor::History& history, const supervisor::Foresights& steps,
               const ReviewWorld& world, ObjectPasts& pasts);
  // Sets `now`, `there` and `origin` of all objects. If a made object stands for one of them, it is
  // an entry of that one, and no longer of the placed ones.
  void find();
  // An object of before is there by now.
  [[nodiscard]] bool is_claimed(const std::string& path) const { return claimed_.contains(path); }

 private:
  void find_now(ObjectPast& object);
  void find_successor(ObjectPast& object);
  // The object at PLACE stands for OBJECT. False: nothing is there, or it stands for another.
  bool succeed(ObjectPast& object, const std::string& place);
  [[nodiscard]] std::vector<std::string> names_had(const ObjectPast& object) const;
  [[nodiscard]] std::string name_left(const ObjectPast& object) const;
  [[nodiscard]] std::string moved_later(const ObjectPast& object) const;
  [[nodiscard]] std::string last_place(const ObjectPast& object) const;
  [[nodiscard]] std::string origin_of(const ObjectPast& object) const;
  [[nodiscard]] const std::string& now_of(const supervisor::UndoEntry& entry) const;

  const supervisor::History& history_;
  const supervisor::Foresights& steps_;
  const ReviewWorld& world_;
  ObjectPasts& pasts_;
  // By the name that they led away from, the first one first.
  std::unordered_map<std::string, std::vector<const supervisor::OwnMove*>> own_moves_;
  std::unordered_set<std::string> claimed_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_OBJECT_PLACES_H_

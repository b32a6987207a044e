// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/names_of_before.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "supervisor/facts/born_set.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Object;
using policy::ObjectType;
using policy::Recoverability;

bool is_folder(const Object& object) {
  return object.type == ObjectType::kDirectory;
}

bool is_in_workspace(const Object& object) {
  return object.path_class == policy::PathClass::kWorkspace;
}

// What goes anywhere else may be deleted there unasked: /tmp, a cache, an agent's own folder, build
// output.
bool is_kept_there(const Object& place) {
  return is_in_workspace(place) && place.recoverability != Recoverability::kBuilt;
}

}  // namespace

bool is_of_before(const Object& object) {
  return object.type != ObjectType::kMissing &&
         (object.recoverability == Recoverability::kSaved ||
          object.recoverability == Recoverability::kClean ||
          object.recoverability == Recoverability::kPrecious);
}

std::optional<std::string> NamesOfBefore::note(const policy::Action& action) {
  const auto& objects = action.objects;
  const std::lock_guard lock(mutex_);
  if (action.act == Act::kDelete && objects.size() == 1) return deleted(objects[0]);
  if (action.act != Act::kRename || objects.size() != 2) return std::nullopt;
  return action.exchange ? exchanged(objects[0], objects[1]) : renamed(objects[0], objects[1]);
}

std::string NamesOfBefore::former_name(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return former(path);
}

bool NamesOfBefore::took_the_place(const Object& object) const {
  const bool new_file = object.recoverability == Recoverability::kBorn &&
                        object.type != ObjectType::kMissing && !is_folder(object);
  if (!new_file) return false;
  const std::lock_guard lock(mutex_);
  if (former(object.path) != object.path) return false;
  const auto found = went_.find(object.path);
  // The very one that is to go may not have gone yet.
  return found == went_.end() || (!found->second.for_good && (found->second.inode == 0 ||
                                                              found->second.inode != object.inode));
}

// By the nearest folder above that was moved, or itself.
std::string NamesOfBefore::former(const std::string& path) const {
  if (moved_.empty()) return path;
  for (std::size_t end = path.size(); end != std::string::npos && end > 0;
       end = path.rfind('/', end - 1)) {
    const auto found = moved_.find(path.substr(0, end));
    if (found != moved_.end()) return found->second + path.substr(end);
  }
  return path;
}

// Or it stands in the place of one of before.
bool NamesOfBefore::counts(const Object& object) const {
  if (!is_in_workspace(object) || is_folder(object)) return false;
  return is_of_before(object) ||
         (object.type != ObjectType::kMissing && went_.contains(former(object.path)));
}

std::string NamesOfBefore::went(const Object& object) {
  std::string name = former(object.path);
  if (is_compiled(name)) return name;
  went_[name].inode = is_of_before(object) ? 0 : object.inode;
  return name;
}

std::optional<std::string> NamesOfBefore::deleted(const Object& object) {
  return counts(object) ? std::optional(went(object)) : std::nullopt;
}

// Of two files of before one name is left: the first is the one that goes.
std::optional<std::string> NamesOfBefore::renamed(const Object& from, const Object& to) {
  if (is_folder(from)) {
    if (is_in_workspace(from)) move(from.path, to.path);
    return std::nullopt;
  }
  const bool of_before = counts(from);
  if (of_before && !is_kept_there(to)) return went(from);
  if (counts(to)) {
    (void)went(to);
    return of_before ? std::optional(went(from)) : std::nullopt;
  }
  if (of_before)
    move(from.path, to.path);
  else
    moved_.erase(to.path);
  return std::nullopt;
}

std::optional<std::string> NamesOfBefore::exchanged(const Object& one, const Object& other) {
  if (is_kept_there(one) && is_kept_there(other)) {
    swap(one, other);
    return std::nullopt;
  }
  const Object& here = is_kept_there(one) ? one : other;
  if (!is_kept_there(here) || !counts(here)) return std::nullopt;
  std::string name = former(here.path);
  went_[name].for_good = true;
  return name;
}

void NamesOfBefore::swap(const Object& one, const Object& other) {
  const auto is_known = [this](const Object& object) {
    return is_folder(object) || counts(object);
  };
  const bool first = is_known(one);
  const bool second = is_known(other);
  constexpr const char* kAside = "aside";  // no path: those begin with a slash
  move(one.path, kAside);
  move(other.path, one.path);
  move(kAside, other.path);
  if (!second) moved_.erase(one.path);
  if (!first) moved_.erase(other.path);
  // What comes to the name of one of before without being one replaces it.
  if (first && !second) went_.try_emplace(former(one.path));
  if (second && !first) went_.try_emplace(former(other.path));
}

// With what was moved below it. What had that name before is lost or replaced.
void NamesOfBefore::move(const std::string& from, const std::string& to) {
  const auto take_below = [this](const std::string& folder) {
    const std::string prefix = folder + "/";
    std::vector<std::pair<std::string, std::string>> taken;
    for (auto at = moved_.lower_bound(prefix); at != moved_.end() && at->first.starts_with(prefix);
         at = moved_.erase(at))
      taken.emplace_back(at->first.substr(folder.size()), at->second);
    return taken;
  };
  std::string name = former(from);
  (void)take_below(to);
  for (auto& [rest, former_one] : take_below(from)) moved_[to + rest] = std::move(former_one);
  moved_.erase(from);
  moved_.erase(to);
  if (name != to) moved_[to] = std::move(name);
}

}  // namespace guard::supervisor

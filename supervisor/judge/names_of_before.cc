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

// A file that goes anywhere else may be deleted there unasked: /tmp, a cache, an agent's own
// folder, build output.
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

std::optional<std::string> NamesOfBefore::going(const policy::Action& action) const {
  const auto& objects = action.objects;
  const std::lock_guard lock(mutex_);
  if (action.act == Act::kDelete && objects.size() == 1)
    return counts(objects[0]) ? std::optional(former(objects[0].path)) : std::nullopt;
  if (action.act != Act::kRename || objects.size() != 2) return std::nullopt;
  return action.exchange ? going_by_exchange(objects[0], objects[1])
                         : going_by_rename(objects[0], objects[1]);
}

void NamesOfBefore::note(std::uint64_t call, const policy::Action& action) {
  const auto& objects = action.objects;
  const bool deletes = action.act == Act::kDelete && objects.size() == 1;
  if (!deletes && (action.act != Act::kRename || objects.size() != 2)) return;
  const std::lock_guard lock(mutex_);
  changes_.clear();
  if (deletes && counts(objects[0])) went(objects[0]);
  if (!deletes && action.exchange) exchanged(objects[0], objects[1]);
  if (!deletes && !action.exchange) renamed(objects[0], objects[1]);
  if (!changes_.empty()) noted_[call] = std::move(changes_);
}

// The last change first. A name that another act has changed since is that one's.
void NamesOfBefore::ended(std::uint64_t call, bool done) {
  const std::lock_guard lock(mutex_);
  const auto found = noted_.find(call);
  if (found == noted_.end()) return;
  const Changes changes = std::move(found->second);
  noted_.erase(found);
  if (done) return;
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    if (change->of_moved)
      set_moved(change->name, change->moved);
    else if (change->went)
      went_[change->name] = *change->went;
    else
      went_.erase(change->name);
  }
  changes_.clear();
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

void NamesOfBefore::set_moved(const std::string& name, std::optional<std::string> former) {
  const auto found = moved_.find(name);
  changes_.push_back(
      {name, true, found == moved_.end() ? std::nullopt : std::optional(found->second), {}});
  if (former)
    moved_[name] = *std::move(former);
  else if (found != moved_.end())
    moved_.erase(found);
}

void NamesOfBefore::set_went(const std::string& name, Went went) {
  const auto found = went_.find(name);
  changes_.push_back(
      {name, false, {}, found == went_.end() ? std::nullopt : std::optional(found->second)});
  went_[name] = went;
}

void NamesOfBefore::went(const Object& object) {
  const std::string name = former(object.path);
  if (is_compiled(name)) return;
  const auto found = went_.find(name);
  Went entry = found == went_.end() ? Went{} : found->second;
  entry.inode = is_of_before(object) ? 0 : object.inode;
  set_went(name, entry);
}

// If two files of before change to one name, the first is the one that goes.
std::optional<std::string> NamesOfBefore::going_by_rename(const Object& from,
                                                          const Object& to) const {
  if (is_folder(from) || !counts(from)) return std::nullopt;
  const bool goes = !is_kept_there(to) || counts(to);
  return goes ? std::optional(former(from.path)) : std::nullopt;
}

void NamesOfBefore::renamed(const Object& from, const Object& to) {
  if (is_folder(from)) {
    if (is_in_workspace(from)) move(from.path, to.path);
    return;
  }
  const bool of_before = counts(from);
  if (of_before && !is_kept_there(to)) return went(from);
  if (counts(to)) {
    went(to);
    if (of_before) went(from);
    return;
  }
  if (of_before)
    move(from.path, to.path);
  else
    set_moved(to.path, std::nullopt);
}

std::optional<std::string> NamesOfBefore::going_by_exchange(const Object& one,
                                                            const Object& other) const {
  if (is_kept_there(one) && is_kept_there(other)) return std::nullopt;
  const Object& here = is_kept_there(one) ? one : other;
  if (!is_kept_there(here) || !counts(here)) return std::nullopt;
  return former(here.path);
}

void NamesOfBefore::exchanged(const Object& one, const Object& other) {
  if (is_kept_there(one) && is_kept_there(other)) return swap(one, other);
  const Object& here = is_kept_there(one) ? one : other;
  if (!is_kept_there(here) || !counts(here)) return;
  const std::string name = former(here.path);
  const auto found = went_.find(name);
  Went entry = found == went_.end() ? Went{} : found->second;
  entry.for_good = true;
  set_went(name, entry);
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
  if (!second) set_moved(one.path, std::nullopt);
  if (!first) set_moved(other.path, std::nullopt);
  // A file that comes to the name of one of before without being one replaces it.
  if (first && !second) replaces(former(one.path));
  if (second && !first) replaces(former(other.path));
}

void NamesOfBefore::replaces(const std::string& name) {
  if (!went_.contains(name)) set_went(name, {});
}

// With what was moved below it. An object that had that name before is lost or replaced.
void NamesOfBefore::move(const std::string& from, const std::string& to) {
  const auto take_below = [this](const std::string& folder) {
    const std::string prefix = folder + "/";
    std::vector<std::pair<std::string, std::string>> taken;
    for (auto at = moved_.lower_bound(prefix); at != moved_.end() && at->first.starts_with(prefix);
         ++at)
      taken.emplace_back(at->first.substr(folder.size()), at->second);
    for (const auto& [rest, former_one] : taken) set_moved(folder + rest, std::nullopt);
    return taken;
  };
  std::string name = former(from);
  (void)take_below(to);
  for (auto& [rest, former_one] : take_below(from)) set_moved(to + rest, std::move(former_one));
  set_moved(from, std::nullopt);
  set_moved(to, name != to ? std::optional(std::move(name)) : std::nullopt);
}

}  // namespace guard::supervisor

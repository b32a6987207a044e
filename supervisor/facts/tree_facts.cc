// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/tree_facts.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/limits.h"
#include "policy/paths/path_names.h"

namespace guard::supervisor {
namespace {

using policy::Object;
using policy::ObjectType;
using policy::PathClass;

struct SplitName {
  std::string folder;  // "" for the working folder
  std::string name;
};

SplitName split(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash == 0 ? 1 : slash), path.substr(slash + 1)};
}

}  // namespace

std::string lexically_normal(const std::string& folder, const std::string& path) {
  namespace fs = std::filesystem;
  std::string normal = (fs::path(folder) / path).lexically_normal().string();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

TreeFacts::TreeFacts(const PathFacts& paths, ActPlace place)
    : paths_(paths), place_(std::move(place)) {
  if (place_.cwd_path.empty() && place_.cwd.valid())
    place_.cwd_path = paths_.name_of(place_.cwd.get()).path;
}

// Opened when it is first needed: most acts come with their objects.
int TreeFacts::folder() {
  if (!place_.cwd.valid() && !place_.cwd_path.empty()) {
    place_.cwd.reset(::open(place_.cwd_path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  return place_.cwd.get();
}

// With another root, what a link or ".." leads to is told only as far as it stays below its start:
// beyond that the operand counts as something that guard may not look at.
UniqueFd TreeFacts::open_from(const std::string& path, int flags) {
  const bool absolute = path.starts_with('/');
  if (!absolute && place_.may_be_made && folder() < 0 && errno == ENOENT) return UniqueFd();
  if (!place_.root.valid())
    return UniqueFd(::openat(folder(), path.c_str(), O_PATH | O_CLOEXEC | flags));
  struct open_how how {};
  how.flags = static_cast<unsigned>(O_PATH | O_CLOEXEC | flags);
  how.resolve = RESOLVE_NO_MAGICLINKS | (absolute ? RESOLVE_IN_ROOT : RESOLVE_BENEATH);
  const int from = absolute ? place_.root.get() : folder();
  return UniqueFd(static_cast<int>(::syscall(SYS_openat2, from, path.c_str(), &how, sizeof how)));
}

UniqueFd TreeFacts::open_operand(const std::string& operand, LastLink last) {
  return open_from(operand, last == LastLink::kFollowed ? 0 : O_NOFOLLOW);
}

Object TreeFacts::object(const std::string& operand, LastLink last) {
  const UniqueFd fd = open_operand(operand, last);
  if (!fd.valid()) return absent(operand, errno);
  Object object = paths_.describe_held(fd.get());
  paths_.settle_clean(fd.get(), object);
  return object;
}

// The object that an operand would be if it could not be opened.
Object TreeFacts::absent(const std::string& operand, int error) {
  const SplitName parts = split(operand);
  const bool gone = error == ENOENT || error == ENOTDIR;
  if (gone && !parts.name.empty()) {
    const std::string& above = parts.folder.empty() ? "." : parts.folder;
    const UniqueFd parent = open_from(above, O_DIRECTORY);
    if (parent.valid()) return paths_.describe_missing(parent.get(), parts.name);
  }
  Object object;
  object.path = lexically_normal(place_.cwd_path, operand);
  if (gone) {
    object.recoverability = policy::Recoverability::kNothing;
    object.path_class = paths_.class_of(object.path, ObjectType::kMissing);
  } else {
    object.type = ObjectType::kFile;  // something guard may not look at: outside, precious
  }
  return object;
}

policy::Effect TreeFacts::walk(const std::vector<std::string>& operands, policy::Extent extent,
                               const EachObject& each) {
  TreeWalk walk(paths_, place_.limits, each);
  for (const std::string& operand : operands) {
    const UniqueFd fd = open_operand(operand, LastLink::kKept);
    if (fd.valid()) {
      walk.add(operand, fd, extent);
    } else {
      walk.add_missing(operand, absent(operand, errno));
    }
  }
  last_objects_ = walk.take_objects();
  policy::Effect effect = walk.take_effect();
  if (place_.cut_short && *place_.cut_short) effect.complete = false;
  return effect;
}

const WildcardOrigin& TreeFacts::origin() {
  if (origin_) return *origin_;
  if (!place_.shell_text.empty() || !place_.shell_line)
    return origin_.emplace(place_.shell_text, home(), place_.cwd_path);
  const auto line = place_.shell_line();
  return origin_.emplace(line ? WildcardOrigin::by_line(*line, home(), place_.cwd_path)
                              : WildcardOrigin::unread());
}

bool TreeFacts::from_wildcard(const std::vector<std::string>& operands) {
  return origin().explains(operands, folder());
}

bool TreeFacts::is_list(const std::vector<std::string>& operands) {
  // A program that puts a command line together types as many names as it likes.
  if (operands.size() > size_limit("operands.named")) return true;
  return place_.fed && origin().untyped(operands) > size_limit("operands.from_a_pipe");
}

// Not in scratch, build folders and version control data.
bool TreeFacts::may_steer(const std::string& folder) const {
  return paths_.class_of(folder + "/.vscode/tasks.json", ObjectType::kFile) == PathClass::kConfig;
}

policy::MovedSteering TreeFacts::steering_moved(const Object& folder, const std::string& to) {
  const bool born = folder.recoverability == policy::Recoverability::kBorn;
  const bool steers =
      may_steer(folder.path) && policy::PathClassifier::gives_steering_name(folder.path);
  // The file that it leads to steers by this name no more.
  if (folder.type == ObjectType::kSymlink && steers && !born) return {folder.path, {}};
  if (folder.type != ObjectType::kDirectory || !folder.path.starts_with('/') ||
      !(may_steer(folder.path) || may_steer(to)))
    return {};
  return steering_below(folder, to);
}

policy::MovedSteering TreeFacts::steering_below(const Object& folder, const std::string& to) {
  policy::MovedSteering found;
  const auto look_at = [&](const Object& object) {
    if (object.type == ObjectType::kDirectory || object.path.size() <= folder.path.size()) return;
    const std::string below = object.path.substr(folder.path.size());
    if (policy::vcs_class(below)) return;  // goes with its repository
    const bool steers = object.path_class == PathClass::kConfig;
    const bool of_before = object.recoverability != policy::Recoverability::kBorn;
    if (steers && of_before && found.taken.empty()) found.taken = object.path;
    if (!steers && found.brought.empty() &&
        paths_.class_of(to + below, object.type) == PathClass::kConfig)
      found.brought = to + below;
  };
  const std::function<void(const Object&)> each = look_at;
  TreeWalk walk(paths_, place_.limits, each);
  const UniqueFd fd = open_from(folder.path, O_NOFOLLOW | O_DIRECTORY);
  if (fd.valid()) walk.add(folder.path, fd, policy::Extent::kAllBelow);
  const bool complete = fd.valid() && walk.take_effect().complete;
  if (!complete && found.taken.empty() && policy::PathClassifier::gives_steering_name(folder.path))
    found.taken = folder.path;
  return found;
}

// Nothing with rights of its own runs below another root.
Changeable TreeFacts::changeable(const std::string& operand) {
  if (place_.root.valid()) return Changeable::kNow;
  const Changeable by_rights = changeable_by_us(folder(), operand);
  if (by_rights != Changeable::kNot) return by_rights;
  const Object named = object(operand, LastLink::kFollowed);
  if (named.type != ObjectType::kDirectory || named.path == "/") return Changeable::kNot;
  const auto is_below = [&](const std::string& own) {
    return !own.empty() && policy::below(own, named.path).has_value();
  };
  return is_below(home()) || std::ranges::any_of(workspace(), is_below) ? Changeable::kNow
                                                                        : Changeable::kNot;
}

// For a name that is not there yet, this is about its folder.
std::uint64_t TreeFacts::free_bytes(const std::string& operand) {
  UniqueFd fd = open_operand(operand, LastLink::kFollowed);
  if (!fd.valid()) {
    const std::string above = split(operand).folder;
    fd = open_from(above.empty() ? "." : above, O_DIRECTORY);
  }
  struct statfs status {};
  if (!fd.valid() || ::fstatfs(fd.get(), &status) != 0) return 0;
  return static_cast<std::uint64_t>(status.f_bavail) * static_cast<std::uint64_t>(status.f_bsize);
}

}  // namespace guard::supervisor

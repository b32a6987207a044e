// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/path_facts.h"

#include <sys/stat.h>

#include <chrono>
#include <optional>

#include "base/files/birth.h"
#include "base/files/fd_name.h"
#include "base/weaken.h"
#include "policy/command/git_steps.h"
#include "policy/paths/path_names.h"
#include "supervisor/facts/added_worktree.h"

namespace guard::supervisor {
namespace {

using policy::Object;
using policy::ObjectType;
using policy::PathClass;
using policy::Recoverability;

constexpr std::string_view kDeleted = " (deleted)";

Object unknown_object(std::string path) {
  Object object;
  object.path = std::move(path);
  object.type = ObjectType::kFile;
  return object;  // outside and precious by default
}

// The kernel's name of an object that has none: "pipe:[7]", "/memfd:x (deleted)".
bool is_nameless(std::string_view path, bool unlinked) {
  return !path.starts_with('/') || (unlinked && path.starts_with("/memfd:"));
}

// Pseudo terminals: whose they are is told by their name.
bool is_terminal_slave(unsigned major) {
  return major >= 136 && major <= 143;
}

// Device 0:0 leads nowhere: RENAME_WHITEOUT leaves it where a name was (overlayfs reads it as
// gone).
bool is_whiteout(const struct statx& status) {
  return S_ISCHR(status.stx_mode) && status.stx_rdev_major == 0 && status.stx_rdev_minor == 0;
}

bool is_kept_type(ObjectType type) {
  return type != ObjectType::kCharDevice && type != ObjectType::kBlockDevice;
}

PathClass device_class(const struct statx& status, PathClass by_name) {
  if (is_harmless_device(status.stx_rdev_major, status.stx_rdev_minor)) {
    return PathClass::kHarmlessDevice;
  }
  // A node called "null" may be any device: only the numbers count.
  const bool only_named = by_name == PathClass::kHarmlessDevice &&
                          !is_terminal_slave(status.stx_rdev_major) && status.stx_rdev_major != 1;
  return only_named ? PathClass::kDevice : by_name;
}

}  // namespace

ObjectType type_of_mode(unsigned mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return ObjectType::kDirectory;
    case S_IFLNK:
      return ObjectType::kSymlink;
    case S_IFIFO:
      return ObjectType::kFifo;
    case S_IFSOCK:
      return ObjectType::kSocket;
    case S_IFCHR:
      return ObjectType::kCharDevice;
    case S_IFBLK:
      return ObjectType::kBlockDevice;
    default:
      return ObjectType::kFile;
  }
}

bool is_kernels_own(std::string_view path) {
  return path.starts_with("/proc/") || path.starts_with("/sys/") ||
         (path.starts_with("/dev/") && !path.starts_with("/dev/shm/"));
}

bool is_harmless_device(unsigned major, unsigned minor) {
  if (major == 5) return true;
  return major == 1 && (minor == 3 || minor == 5 || minor == 7 || minor == 8 || minor == 9);
}

PathFacts::PathFacts(const policy::PathClassifier& classifier, const BornSet& born,
                     const BuildFolders& build_folders, Savable savable, const GitFacts* git)
    : PathFacts(
          classifier, born, build_folders,
          [](int fd) {
            return HeldName{name_of_fd(fd), std::nullopt};
          },
          [] { return false; }, std::move(savable), git) {}

void PathFacts::note_start() {
  started_ns_ = std::chrono::duration_cast<std::chrono::nanoseconds>(
                    std::chrono::system_clock::now().time_since_epoch())
                    .count();
}

std::vector<std::string> PathFacts::added_worktrees() const {
  const policy::PathRoots& roots = classifier_.roots();
  return supervisor::added_worktrees(roots.workspace, roots.git_folders, [this](int folder) {
    const auto status = status_with_birth(folder, kStatusMask);
    return status && born_.contains(birth_id_of(*status));
  });
}

std::vector<std::string> PathFacts::workspaces() const {
  std::vector<std::string> folders = classifier_.roots().workspace;
  if (names_may_differ_()) return folders;
  for (std::string& tree : added_worktrees()) folders.push_back(std::move(tree));
  return folders;
}

// In a work tree that git added it counts by its name there, as in the workspace.
PathClass PathFacts::class_of(const std::string& path, ObjectType type) const {
  const PathClass by_place = classifier_.classify(path, type);
  const policy::PathRoots& roots = classifier_.roots();
  const bool elsewhere = by_place == PathClass::kHome || by_place == PathClass::kOutside;
  if (!elsewhere || roots.workspace.empty() || names_may_differ_()) return by_place;
  for (const std::string& tree : added_worktrees()) {
    const auto place = policy::below(path, tree);
    if (!place) continue;
    if (place->empty()) return PathClass::kWorkspace;
    return classifier_.classify(roots.workspace.front() + "/" + std::string(*place), type);
  }
  return by_place;
}

Object PathFacts::describe(const struct statx& status, HeldName name) const {
  std::string& path = name.path;
  Object object;
  object.type = type_of_mode(status.stx_mode);
  if (is_whiteout(status)) object.type = ObjectType::kFile;
  if (object.type == ObjectType::kFile) object.bytes = status.stx_size;
  object.permissions = status.stx_mode & 07777U;
  object.inode = status.stx_ino;
  const bool unlinked = status.stx_nlink == 0;
  if (unlinked && path.ends_with(kDeleted)) path.erase(path.size() - kDeleted.size());
  const bool nameless = is_nameless(path, unlinked);
  if (nameless) {
    object.path_class = PathClass::kTmp;
  } else {
    object.path_class = class_of(path, object.type);
  }
  if (object.type == ObjectType::kCharDevice) {
    object.path_class = device_class(status, object.path_class);
  } else if (object.type == ObjectType::kBlockDevice) {
    object.path_class = PathClass::kDevice;
  }
  object.recoverability = Recoverability::kPrecious;
  if (unlinked || nameless) {
    object.recoverability = Recoverability::kNothing;  // no name leads to it any more
  } else if (born_.contains(birth_id_of(status))) {
    object.recoverability = Recoverability::kBorn;
  } else if (!name.known_class && build_folders_.holds(path) && is_only_there(status)) {
    object.recoverability = Recoverability::kBuilt;
  }
  const bool has_place = !name.known_class && path.starts_with('/') && !is_kernels_own(path);
  if (object.recoverability == Recoverability::kPrecious && savable_ && has_place &&
      is_kept_type(object.type) && savable_(object.bytes))
    object.recoverability = Recoverability::kSaved;
  if (name.known_class) object.path_class = *name.known_class;
  object.path = std::move(path);
  return object;
}

// A file with a name elsewhere, perhaps, is not the build's: what happens to it happens there too.
bool PathFacts::is_only_there(const struct statx& status) const {
  if (weakened("built-links") || S_ISDIR(status.stx_mode)) return true;
  return status.stx_nlink <= 1 && !of_before_.contains(birth_id_of(status));
}

Object PathFacts::describe_held(int fd) const {
  return describe_held(fd, name_of(fd));
}

Object PathFacts::describe_held(int fd, HeldName name) const {
  const auto status = name.path.empty() ? std::nullopt : status_with_birth(fd, kStatusMask);
  return status ? describe(*status, std::move(name)) : unknown_object(std::move(name.path));
}

Object PathFacts::describe_missing(int parent_fd, std::string_view name) const {
  while (name.size() > 1 && name.ends_with('/')) name.remove_suffix(1);
  Object object;
  object.recoverability = Recoverability::kNothing;
  HeldName folder = name_of(parent_fd);
  object.path = std::move(folder.path);
  if (object.path.empty()) return object;  // outside by default
  if (!object.path.ends_with('/')) object.path.push_back('/');
  object.path += name;
  if (folder.known_class) {
    object.path_class = *folder.known_class;
    return object;
  }
  object.path_class = class_of(object.path, ObjectType::kMissing);
  // Anything that will be there is built, whatever is moved there.
  if (build_folders_.holds(object.path)) object.recoverability = Recoverability::kBuilt;
  return object;
}

bool is_roots_alone(const PathFacts& paths, int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || status.st_uid != 0 ||
      (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return false;
  const std::string path = paths.name_of(fd).path;
  return policy::is_system_folder(path.substr(0, path.find('/', 1)));
}

bool is_git_itself(const policy::Actor& actor) {
  return actor.installed && policy::is_git_on_its_own(actor.exe, actor.argv);
}

}  // namespace guard::supervisor

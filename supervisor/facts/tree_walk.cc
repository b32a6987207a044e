// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/tree_walk.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>

#include "base/files/birth.h"
#include "base/files/directory.h"
#include "base/weaken.h"

namespace guard::supervisor {

std::chrono::system_clock::time_point kernel_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  const auto since_epoch = std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_epoch));
}

namespace {

using policy::Object;
using policy::ObjectType;
using policy::PathClass;
using policy::Recoverability;

constexpr std::uint64_t kEntriesPerClockLook = 64;
constexpr std::size_t kBuildFolders = 3;  // names of them
constexpr std::uint64_t kBlock = 512;     // statx(2), stx_blocks
constexpr unsigned kWalkMask = PathFacts::kStatusMask | STATX_BLOCKS | STATX_CTIME | STATX_UID;

// A folder below a held one; no link may stand in between, whatever changes meanwhile.
Directory open_below(int root, const std::string& below) {
  struct open_how how {};
  how.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const char* path = below.empty() ? "." : below.c_str();
  const auto fd = static_cast<int>(::syscall(SYS_openat2, root, path, &how, sizeof how));
  if (fd < 0) return nullptr;
  Directory directory(::fdopendir(fd));
  if (directory == nullptr) ::close(fd);
  return directory;
}

std::string joined(const std::string& folder, const std::string& name) {
  if (folder.empty()) return name;
  if (name.empty()) return folder;
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

bool is_dots(const char* name) {
  return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0;
}

// The change of the status (statx(2), stx_ctime): no program can set it, and each rename moves it.
std::chrono::system_clock::time_point changed_at(const struct statx& status) {
  const auto since_epoch = std::chrono::seconds(status.stx_ctime.tv_sec) +
                           std::chrono::nanoseconds(status.stx_ctime.tv_nsec);
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_epoch));
}

// guard keeps a copy of what it can read. Most files tell it by their mode.
bool can_read(int folder, const char* name, const struct statx& status) {
  const unsigned everybody = S_IRUSR | S_IRGRP | S_IROTH;
  const bool is_own = status.stx_uid == ::geteuid();
  const unsigned wanted = is_own ? S_IRUSR : everybody;
  if (!S_ISREG(status.stx_mode) || (status.stx_mode & wanted) == wanted) return true;
  const int itself = *name == '\0' ? AT_EMPTY_PATH : AT_SYMLINK_NOFOLLOW;
  return ::faccessat(folder, name, R_OK, AT_EACCESS | itself) == 0;
}

// Else the promise to bring it back could not be kept.
void mind_unreadable(Object& object, int folder, const char* name, const struct statx& status) {
  if (object.recoverability == Recoverability::kSaved && !can_read(folder, name, status) &&
      !weakened("unreadable"))
    object.recoverability = Recoverability::kPrecious;
}

bool is_mount(const struct statx& status) {
  return (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

bool is_vcs(const Object& object) {
  return object.path_class == PathClass::kVcs;
}

}  // namespace

TreeWalk::TreeWalk(const PathFacts& paths, WalkLimits limits,
                   const std::function<void(const policy::Object&)>& each)
    : paths_(paths), limits_(limits), each_(each), end_(limits.now() + limits.time) {}

bool TreeWalk::exhausted() {
  if (!effect_.complete) return true;
  const bool out_of_time = seen_ % kEntriesPerClockLook == 0 && limits_.now() > end_;
  if (seen_ >= limits_.entries || out_of_time) effect_.complete = false;
  return !effect_.complete;
}

void TreeWalk::note_name(std::string name) {
  if (effect_.names.size() < limits_.names) effect_.names.push_back(std::move(name));
}

void TreeWalk::note_build_folder(std::string_view path) {
  auto& folders = effect_.build_folders;
  if (folders.size() >= kBuildFolders) return;
  const std::string_view name = paths_.build_folder_name(path);
  if (!name.empty() && std::find(folders.begin(), folders.end(), name) == folders.end())
    folders.emplace_back(name);
}

// An installer links files into its folder from a store of its own: one name of several goes, and
// each is judged by itself when it does.
bool TreeWalk::is_link_of_build(const Object& object, const struct statx& status) const {
  return status.stx_nlink > 1 && object.type == policy::ObjectType::kFile &&
         paths_.is_build_place(object.path);
}

bool TreeWalk::is_unseen(const struct statx& status) const {
  return limits_.unchanged_since && changed_at(status) >= *limits_.unchanged_since;
}

// The tree may have mounted it in the operand's place since the question.
bool TreeWalk::is_new_mount(const struct statx& status) const {
  return limits_.unchanged_since && paths_.names_may_differ() && is_mount(status);
}

// One that cannot be looked at has been changed, too.
bool TreeWalk::is_unseen_folder(int folder) const {
  if (!limits_.unchanged_since || weakened("arrivals")) return false;
  struct statx status {};
  return ::statx(folder, "", AT_EMPTY_PATH, kWalkMask, &status) != 0 || is_unseen(status);
}

bool TreeWalk::count(const Object& object, const struct statx& status, bool vcs) {
  if (exhausted()) return false;
  ++seen_;
  const BirthId id = birth_id_of(status);
  if (!is_unseen(status)) objects_.push_back({id.device, id.inode});
  if (object.type == ObjectType::kDirectory) {
    ++effect_.directories;
  } else {
    ++effect_.files;
    effect_.bytes += object.bytes;
  }
  const bool born = object.recoverability == Recoverability::kBorn;
  const bool replaced = paths_.stands_for_one_of_before(object);
  if (born && !replaced && !paths_.keeps_history(object.path)) {
    ++effect_.born;
  } else if (object.recoverability == Recoverability::kBuilt || is_link_of_build(object, status)) {
    ++effect_.built;
    note_build_folder(object.path);
    if (paths_.is_newer(id)) ++effect_.newer;
  } else {
    ++effect_.preexisting;
    if (paths_.is_newer(id) && !born) ++effect_.newer;
    if (object.recoverability == Recoverability::kPrecious) ++effect_.unsaved;
    // The one of before is in the store already.
    if (object.type == ObjectType::kFile && !replaced) effect_.stored += status.stx_blocks * kBlock;
  }
  if (object.path_class == PathClass::kSecret) ++effect_.secrets;
  if (vcs) ++effect_.vcs;
  if (each_) each_(object);
  return true;
}

void TreeWalk::add_missing(const std::string& shown, Object object) {
  if (object.type != ObjectType::kMissing) effect_.complete = false;  // there, but closed to guard
  effect_.operands.push_back({shown, std::move(object), 0});
}

void TreeWalk::add(const std::string& shown, const UniqueFd& fd, policy::Extent extent) {
  const HeldName name = paths_.name_of(fd.get());
  Object object = paths_.describe_held(fd.get());
  paths_.settle_clean(fd.get(), object);
  struct statx status {};
  if (::statx(fd.get(), "", AT_EMPTY_PATH, kWalkMask, &status) != 0) {
    effect_.complete = false;
    effect_.operands.push_back({shown, std::move(object), 0});
    return;
  }
  mind_unreadable(object, fd.get(), "", status);
  const bool folder = object.type == ObjectType::kDirectory;
  const auto files_before = effect_.files;
  if (folder && !walked_.insert(object.path).second) {
    effect_.operands.push_back({shown, std::move(object), 0});
    return;
  }
  if (count(object, status, is_vcs(object))) {
    note_name(folder && !shown.ends_with('/') ? shown + "/" : shown);
    if (folder && extent == policy::Extent::kAllBelow)
      walk({shown, fd, name}, {"", is_vcs(object), is_new_mount(status)});
  }
  effect_.operands.push_back(
      {shown, std::move(object), effect_.files - files_before, effect_.complete});
}

void TreeWalk::walk(const Operand& operand, Folder start) {
  std::deque<Folder> waiting;
  waiting.push_back(std::move(start));
  while (!waiting.empty()) {
    const Folder folder = std::move(waiting.front());
    waiting.pop_front();
    if (!read_folder(operand, folder, waiting)) return;
  }
}

// An entry that has come into a folder since the question is told by the folder's own time alone,
// and that only after its names were read.
bool TreeWalk::read_folder(const Operand& operand, const Folder& folder,
                           std::deque<Folder>& waiting) {
  const Directory directory = open_below(operand.fd.get(), folder.below);
  if (directory == nullptr) {
    effect_.complete = false;  // unreadable, or gone: more than was counted may be there
    return true;
  }
  const std::size_t objects_before = objects_.size();
  const std::size_t waiting_before = waiting.size();
  const bool goes_on = read_entries(operand, folder, directory.get(), waiting);
  if (!folder.unseen && !is_unseen_folder(::dirfd(directory.get()))) return goes_on;
  objects_.resize(objects_before);
  for (std::size_t i = waiting_before; i < waiting.size(); ++i) waiting[i].unseen = true;
  return goes_on;
}

bool TreeWalk::read_entries(const Operand& operand, const Folder& folder, DIR* directory,
                            std::deque<Folder>& waiting) {
  const int fd = ::dirfd(directory);
  errno = 0;  // readdir(3): NULL is the end, or an error where errno changed
  while (const dirent* entry = ::readdir(directory)) {
    const bool goes_on =
        is_dots(entry->d_name) || visit(operand, folder, fd, entry->d_name, waiting);
    if (!goes_on) return false;
    errno = 0;
  }
  if (errno != 0) effect_.complete = false;
  return true;
}

bool TreeWalk::visit(const Operand& operand, const Folder& folder, int fd, const char* name,
                     std::deque<Folder>& waiting) {
  struct statx status {};
  if (::statx(fd, name, AT_SYMLINK_NOFOLLOW, kWalkMask, &status) != 0) {
    if (errno != ENOENT) effect_.complete = false;  // it is there, and is not counted
    return true;
  }
  complete_birth(fd, name, status);
  const std::string below = joined(folder.below, name);
  // A file that is mounted there has other names outside, or none: it is not counted, and not
  // covered. For a mount nobody knows whether it was there when somebody was asked.
  const bool strange = paths_.names_may_differ() || limits_.unchanged_since;
  if (strange && is_mount(status)) {
    effect_.complete = false;
    return true;
  }
  Object object =
      paths_.describe(status, HeldName{joined(operand.name.path, below), operand.name.known_class});
  mind_unreadable(object, fd, name, status);
  const bool vcs = folder.vcs || is_vcs(object);
  const bool is_folder = object.type == ObjectType::kDirectory;
  if (is_folder && !walked_.insert(object.path).second) return true;
  if (!count(object, status, vcs)) return false;
  note_name(joined(operand.shown, is_folder ? below + "/" : below));
  if (is_folder) waiting.push_back({below, vcs});
  return true;
}

}  // namespace guard::supervisor

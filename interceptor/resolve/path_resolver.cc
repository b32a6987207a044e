// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/path_resolver.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include "base/files/birth.h"
#include "interceptor/resolve/path_walk.h"

namespace guard::interceptor {
namespace {

int open_path(int from, const char* path, std::uint64_t flags, std::uint64_t resolve = 0) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | flags;
  how.resolve = RESOLVE_NO_MAGICLINKS | resolve;
  return static_cast<int>(::syscall(SYS_openat2, from, path, &how, sizeof(how)));
}

struct SplitPath {
  std::string parent;  // "" for the start folder itself
  std::string name;    // with trailing slashes
};

// "/a/b//c//" -> {"/a/b//", "c//"}; "/" -> {"/", ""}.
SplitPath split(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  if (end == std::string::npos) return {"/", ""};
  const std::size_t slash = path.rfind('/', end);
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

std::string without_slashes(const std::string& name) {
  const std::size_t end = name.find_last_not_of('/');
  return end == std::string::npos ? std::string() : name.substr(0, end + 1);
}

// The kernel's own walk, from guard. In a realm an absolute path stays below the tracee's root; of
// a relative one only what does not leave its start: EXDEV otherwise.
int open_folder_at_once(const Tracee& tracee, const StartFolder& start, const char* path) {
  if (!tracee.realm)
    return open_path(start.fd.valid() ? start.fd.get() : AT_FDCWD, path, O_DIRECTORY);
  if (start.fd.valid()) return open_path(start.fd.get(), path, O_DIRECTORY, RESOLVE_BENEATH);
  return open_path(tracee.realm->root(), path, O_DIRECTORY, RESOLVE_IN_ROOT);
}

// An entry that is missing on the way there is missing for everybody when no other file system was
// entered, so no procfs either: from "/", which is none itself.
bool is_missing_for_all(const Tracee& tracee, const char* path) {
  if (tracee.realm || *path != '/') return false;
  const UniqueFd there(open_path(AT_FDCWD, path, 0, RESOLVE_NO_XDEV));
  return !there.valid() && errno == ENOENT;
}

bool must_be_walked(int error) {
  return error == ELOOP || error == ENOENT || error == EXDEV || error == EAGAIN;
}

// The fast way is right only when the kernel's own walk cannot have met guard's /proc/self: it
// succeeded without magic links and does not end on procfs. Otherwise the path is walked by
// component.
Result<UniqueFd> open_folder(const Tracee& tracee, StartFolder& start, const std::string& path) {
  if (path.empty()) return std::move(start.fd);
  UniqueFd folder(open_folder_at_once(tracee, start, path.c_str()));
  if (folder.valid() && !on_procfs(folder.get())) return folder;
  if (!folder.valid() && !must_be_walked(errno)) return fail_errno("folder");
  if (!folder.valid() && errno == ENOENT && is_missing_for_all(tracee, path.c_str()))
    return fail_with(ENOENT, "folder");
  auto walked = walk_path(tracee, start.fd.get(), path + "/.", LastLink::kFollowed);
  if (!walked) return forward(walked.error());
  if (!walked->object.valid()) return fail_with(ENOENT, "folder");
  return std::move(walked->object);
}

Result<void> look_up(const Tracee& tracee, HeldPath& held, std::uint64_t flags) {
  std::string name = without_slashes(held.name);
  if (name == ".." && is_realm_root(tracee, held.parent.get())) name.pop_back();  // to "."
  held.object.reset(open_path(held.parent.get(), name.empty() ? "." : name.c_str(), flags));
  if (!held.object.valid()) {
    if (errno == ENOENT) return {};
    return fail_errno("object");
  }
  return look_at(held);
}

struct stat as_stat(const struct statx& seen) {
  struct stat status {};
  status.st_dev = makedev(seen.stx_dev_major, seen.stx_dev_minor);
  status.st_ino = seen.stx_ino;
  status.st_mode = seen.stx_mode;
  status.st_nlink = seen.stx_nlink;
  status.st_uid = seen.stx_uid;
  status.st_gid = seen.stx_gid;
  status.st_rdev = makedev(seen.stx_rdev_major, seen.stx_rdev_minor);
  status.st_size = static_cast<off_t>(seen.stx_size);
  status.st_blksize = static_cast<blksize_t>(seen.stx_blksize);
  status.st_blocks = static_cast<blkcnt_t>(seen.stx_blocks);
  const auto time = [](const statx_timestamp& t) { return timespec{t.tv_sec, t.tv_nsec}; };
  status.st_atim = time(seen.stx_atime);
  status.st_mtim = time(seen.stx_mtime);
  status.st_ctim = time(seen.stx_ctime);
  return status;
}

// No disk is behind procfs: only such a device number is worth another call.
bool lies_on_procfs(const HeldPath& held) {
  const bool has_disk = held.looked && held.looked->stx_dev_major != 0;
  return !has_disk && on_procfs(held.object.get());
}

}  // namespace

Result<void> look_at(HeldPath& held) {
  constexpr unsigned kMask = STATX_BASIC_STATS | STATX_BTIME;
  auto looked = std::make_unique<struct statx>();
  if (::statx(held.object.get(), "", AT_EMPTY_PATH, kMask, looked.get()) != 0)
    return fail_errno("stat");
  complete_birth(held.object.get(), "", *looked);
  held.status = as_stat(*looked);
  held.looked = std::move(looked);
  return {};
}

Result<UniqueFd> open_root(const Tracee& tracee) {
  UniqueFd root(tracee.realm ? ::fcntl(tracee.realm->root(), F_DUPFD_CLOEXEC, 0)
                             : ::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.valid()) return fail_errno("root");
  return root;
}

bool is_realm_root(const Tracee& tracee, int folder) {
  if (!tracee.realm) return false;
  struct statx here {};
  struct statx root {};
  constexpr unsigned kMask = STATX_INO | STATX_MNT_ID;
  return ::statx(folder, "", AT_EMPTY_PATH, kMask, &here) == 0 &&
         ::statx(tracee.realm->root(), "", AT_EMPTY_PATH, kMask, &root) == 0 &&
         here.stx_ino == root.stx_ino && here.stx_mnt_id == root.stx_mnt_id;
}

bool on_procfs(int fd) {
  struct statfs status {};
  return ::fstatfs(fd, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

Result<StartFolder> open_start_folder(const Tracee& tracee, int dirfd, const std::string& path) {
  if (path.starts_with('/')) return StartFolder{};
  auto folder = dirfd == AT_FDCWD ? open_working_folder(tracee) : open_descriptor(tracee, dirfd);
  if (!folder) return forward(folder.error());
  return StartFolder{std::move(*folder)};
}

Result<HeldPath> resolve_name(const Tracee& tracee, StartFolder& start, const std::string& path) {
  if (path.empty()) return fail_with(ENOENT, "empty path");
  SplitPath parts = split(path);
  auto parent = open_folder(tracee, start, parts.parent);
  if (!parent) return forward(parent.error());
  HeldPath held;
  held.parent = std::move(*parent);
  held.name = std::move(parts.name);
  if (auto found = look_up(tracee, held, O_NOFOLLOW); !found) return forward(found.error());
  return held;
}

Result<HeldPath> resolve_target(const Tracee& tracee, StartFolder& start, const std::string& path,
                                LastLink last) {
  const bool relative = start.fd.valid();
  auto held = resolve_name(tracee, start, path);
  if (!held) return held;
  const bool slashes = held->name.ends_with('/');
  const bool is_link = held->exists() && S_ISLNK(held->status.st_mode);
  if (is_link && (last == LastLink::kFollowed || slashes)) {
    const int from = relative && !start.fd.valid() ? held->parent.get() : start.fd.get();
    return walk_path(tracee, from, path, LastLink::kFollowed);
  }
  if (slashes && held->exists() && !S_ISDIR(held->status.st_mode))
    return fail_with(ENOTDIR, "a file with a slash");
  return held;
}

Result<HeldPath> resolve_object(const Tracee& tracee, StartFolder& start, const std::string& path,
                                LastLink last) {
  if (tracee.realm || path.empty()) return resolve_target(tracee, start, path, last);
  const int from = start.fd.valid() ? start.fd.get() : AT_FDCWD;
  HeldPath held;
  held.object.reset(open_path(from, path.c_str(), last == LastLink::kFollowed ? 0 : O_NOFOLLOW));
  if (held.object.valid()) {
    if (auto looked = look_at(held); !looked) return forward(looked.error());
    if (lies_on_procfs(held)) return resolve_target(tracee, start, path, last);
    return held;
  }
  if (!must_be_walked(errno)) return fail_errno("object");
  if (errno == ENOENT && is_missing_for_all(tracee, path.c_str()))
    return fail_with(ENOENT, "object");
  return resolve_target(tracee, start, path, last);
}

}  // namespace guard::interceptor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/object_record.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/files/birth.h"
#include "base/older_kernel.h"
#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr long kFchmodat2 = 452;  // newer than the headers of the build: Linux 6.6
constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::uint64_t kBlock = 512;
constexpr unsigned kMask = STATX_BASIC_STATS | STATX_BTIME;

timespec time_of(const struct statx_timestamp& time) {
  return {static_cast<time_t>(time.tv_sec), static_cast<long>(time.tv_nsec)};
}

ObjectKey key_from(const struct statx& status) {
  ObjectKey key;
  key.device = makedev(status.stx_dev_major, status.stx_dev_minor);
  key.inode = status.stx_ino;
  if ((status.stx_mask & STATX_BTIME) != 0)
    key.born_ns = status.stx_btime.tv_sec * kNanoseconds + status.stx_btime.tv_nsec;
  return key;
}

Result<std::string> read_link_text(int fd) {
  std::string text(PATH_MAX, '\0');
  const ssize_t size = ::readlinkat(fd, "", text.data(), text.size());
  if (size < 0) return fail_errno("readlink");
  text.resize(static_cast<std::size_t>(size));
  return text;
}

bool has_none(int error) {
  return error == ENOTSUP || error == ENODATA || error == ENOSYS || error == EPERM;
}

// Names one after another, each with its end.
Result<std::string> attribute_names(const std::string& path) {
  std::string names;
  for (int tries = 0; tries < 5; ++tries) {
    const ssize_t size = ::listxattr(path.c_str(), nullptr, 0);
    if (size == 0 || (size < 0 && has_none(errno))) return std::string();
    if (size < 0) return fail_errno("listxattr");
    names.resize(static_cast<std::size_t>(size));
    const ssize_t read = ::listxattr(path.c_str(), names.data(), names.size());
    if (read < 0 && errno == ERANGE) continue;  // somebody added one
    if (read < 0) return fail_errno("listxattr");
    names.resize(static_cast<std::size_t>(read));
    return names;
  }
  return fail(Code::kUnreadable, "listxattr: the attributes keep changing");
}

Result<std::string> attribute_value(const std::string& path, const char* name) {
  std::string value(256, '\0');
  while (true) {
    const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
    if (size >= 0) {
      value.resize(static_cast<std::size_t>(size));
      return value;
    }
    if (errno != ERANGE || value.size() > XATTR_SIZE_MAX) return fail_errno("getxattr");
    value.resize(value.size() * 16);
  }
}

Result<void> read_attributes(int fd, ObjectRecord& record) {
  const std::string path = held_path(fd);
  const auto names = attribute_names(path);
  if (!names) return forward(names.error());
  for (std::size_t at = 0; at < names->size(); at += std::strlen(names->data() + at) + 1) {
    const char* const name = names->data() + at;
    auto value = attribute_value(path, name);
    // Gone meanwhile, or not for this user to see: then not for this user to lose either.
    if (!value && has_none(value.error().sys_errno)) continue;
    if (!value) return forward(value.error());
    record.attributes.emplace_back(name, std::move(*value));
  }
  std::sort(record.attributes.begin(), record.attributes.end());
  return {};
}

bool change_mode(int fd, std::uint32_t mode) {
  const bool lacking = kernel_lacks(KernelPart::kFchmodat2);
  if (!lacking && ::syscall(kFchmodat2, fd, "", mode, AT_EMPTY_PATH) == 0) return true;
  return (lacking || errno == ENOSYS) && ::chmod(held_path(fd).c_str(), mode) == 0;
}

std::string octal(unsigned mode) {
  char text[8];
  std::snprintf(text, sizeof text, "%04o", mode);
  return text;
}

void give_back_attributes(int fd, const ObjectRecord& record, std::vector<std::string>& lost) {
  const std::string path = held_path(fd);
  ObjectRecord now;
  if (!read_attributes(fd, now)) lost.emplace_back("the attributes cannot be read");
  if (now.attributes == record.attributes) return;
  // Those of users need the right to write; the mode is given back afterwards.
  struct stat status {};
  if (!S_ISLNK(record.mode) && ::fstat(fd, &status) == 0 && (status.st_mode & S_IWUSR) == 0)
    (void)change_mode(fd, (status.st_mode & 07777U) | S_IWUSR);
  for (const auto& [name, value] : now.attributes) {
    const bool wanted =
        std::any_of(record.attributes.begin(), record.attributes.end(),
                    [&name = name](const auto& attribute) { return attribute.first == name; });
    if (!wanted && ::removexattr(path.c_str(), name.c_str()) != 0)
      lost.push_back("attribute " + safe_text(name) + " stays: " + std::strerror(errno));
  }
  for (const auto& attribute : record.attributes) {
    const auto& [name, value] = attribute;
    if (std::find(now.attributes.begin(), now.attributes.end(), attribute) != now.attributes.end())
      continue;
    if (::setxattr(path.c_str(), name.c_str(), value.data(), value.size(), 0) != 0)
      lost.push_back("attribute " + safe_text(name) + ": " + std::strerror(errno));
  }
}

}  // namespace

std::string held_path(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

Result<ObjectKey> key_of(int fd) {
  struct statx status {};
  if (::statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) != 0)
    return fail_errno("statx");
  complete_birth(fd, "", status);
  return key_from(status);
}

Result<ObjectRecord> record_of(int fd) {
  struct statx status {};
  if (::statx(fd, "", AT_EMPTY_PATH, kMask, &status) != 0) return fail_errno("statx");
  complete_birth(fd, "", status);
  ObjectRecord record;
  record.key = key_from(status);
  record.mode = status.stx_mode;
  record.uid = status.stx_uid;
  record.gid = status.stx_gid;
  record.links = status.stx_nlink;
  record.size = status.stx_size;
  record.stored = status.stx_blocks * kBlock;
  record.number = makedev(status.stx_rdev_major, status.stx_rdev_minor);
  record.accessed = time_of(status.stx_atime);
  record.modified = time_of(status.stx_mtime);
  record.changed = time_of(status.stx_ctime);
  if (S_ISLNK(record.mode)) {
    auto text = read_link_text(fd);
    if (!text) return forward(text.error());
    record.link_text = std::move(*text);
  }
  if (auto read = read_attributes(fd, record); !read) return forward(read.error());
  return record;
}

Result<void> give_back_times(int fd, const ObjectRecord& record) {
  const timespec times[2] = {record.accessed, record.modified};
  if (::syscall(SYS_utimensat, fd, "", times, AT_EMPTY_PATH) != 0) return fail_errno("times");
  return {};
}

// The owner first: changing it clears the set-user-ID bit and file capabilities. Attributes before
// the mode, since an access list changes the group's bits; times last.
void give_back(int fd, const ObjectRecord& record, std::vector<std::string>& lost) {
  struct stat now {};
  if (::fstat(fd, &now) != 0) return lost.emplace_back(std::strerror(errno)), void();
  if ((now.st_uid != record.uid || now.st_gid != record.gid) &&
      ::fchownat(fd, "", record.uid, record.gid, AT_EMPTY_PATH) != 0)
    lost.push_back("owner " + std::to_string(record.uid) + ":" + std::to_string(record.gid) + ": " +
                   std::strerror(errno));
  give_back_attributes(fd, record, lost);
  if (!S_ISLNK(record.mode) && !change_mode(fd, record.mode & 07777U))
    lost.push_back(std::string("mode: ") + std::strerror(errno));
  if (const auto times = give_back_times(fd, record); !times) lost.push_back(times.error().text());
  // chmod drops set-group-ID of a group that its caller is not in, and says nothing.
  if (!S_ISLNK(record.mode) && ::fstat(fd, &now) == 0 &&
      (now.st_mode & 07777U) != (record.mode & 07777U) && lost.empty())
    lost.push_back("mode: the kernel leaves it at " + octal(now.st_mode & 07777U));
}

bool same_metadata(const ObjectRecord& a, const ObjectRecord& b) {
  return a.mode == b.mode && a.uid == b.uid && a.gid == b.gid && a.attributes == b.attributes &&
         a.modified.tv_sec == b.modified.tv_sec && a.modified.tv_nsec == b.modified.tv_nsec;
}

}  // namespace guard::supervisor

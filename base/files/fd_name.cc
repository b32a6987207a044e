// SPDX-License-Identifier: Apache-2.0
#include "base/files/fd_name.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files/directory.h"
#include "base/files/own_descriptor.h"
#include "base/files/unique_fd.h"

namespace guard {
namespace {

// nullopt: longer than the kernel tells. Empty: no name.
std::optional<std::string> told_by_kernel(int fd) {
  const DescriptorPath link = path_of_descriptor(fd);
  std::array<char, PATH_MAX> target;
  const ssize_t length = ::readlinkat(link.folder, link.name.data(), target.data(), target.size());
  if (length < 0 && errno == ENAMETOOLONG) return std::nullopt;
  if (length <= 0) return std::string();
  // A name that fills the buffer was cut.
  if (static_cast<std::size_t>(length) == target.size()) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(length));
}

bool is_same(const struct stat& left, const struct stat& right) {
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

// The name of `child` in its parent; empty when it is not found.
std::string name_in(int parent, const struct stat& child, int most_entries) {
  const int fd = ::openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return {};
  const Directory folder(::fdopendir(fd));
  if (!folder) {
    ::close(fd);
    return {};
  }
  for (int i = 0; i < most_entries; ++i) {
    const dirent* entry = ::readdir(folder.get());
    if (entry == nullptr) return {};
    const std::string_view name = entry->d_name;
    const bool may_be_folder = entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN;
    struct stat status {};
    if (!may_be_folder || name == "." || name == "..") continue;
    if (::fstatat(parent, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (is_same(status, child)) return std::string(name);
  }
  return {};
}

// Upwards until the kernel knows a name.
std::string put_together(int fd, const FdNameLimits& limits) {
  std::string below;
  UniqueFd here(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
  for (int level = 0; level < limits.levels; ++level) {
    struct stat status {};
    UniqueFd parent(::openat(here.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!parent.valid() || ::fstat(here.get(), &status) != 0) return {};
    const std::string name = name_in(parent.get(), status, limits.entries);
    if (name.empty()) return {};
    below.insert(0, "/" + name);
    const auto above = told_by_kernel(parent.get());
    if (above) return above->empty() ? std::string() : *above + below;
    here = std::move(parent);
  }
  return {};
}

}  // namespace

std::string name_of_fd(int fd) {
  return name_of_fd_within(kFdNameLimits, fd);
}

std::string name_of_fd_within(const FdNameLimits& limits, int fd) {
  auto told = told_by_kernel(fd);
  if (told) return std::move(*told);
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISDIR(status.st_mode)) return {};
  return put_together(fd, limits);
}

}  // namespace guard

// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/outside_paths.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <utility>

#include "base/files/fd_name.h"
#include "base/weaken.h"
#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

// The kernel writes blanks and backslashes as \040.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    int code = 0;
    const char* digits = text.data() + i + 1;
    const bool escape = text[i] == '\\' && i + 3 < text.size() &&
                        std::from_chars(digits, digits + 3, code, 8).ptr == digits + 3;
    plain += escape ? static_cast<char>(code) : text[i];
    if (escape) i += 3;
  }
  return plain;
}

std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

// "/a/b" below "/a" -> "/b"; "" for the folder itself; nothing when it is not below.
std::optional<std::string_view> below(std::string_view path, std::string_view folder) {
  if (folder == "/") return path == "/" ? std::string_view() : path;
  if (!path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  if (!path.empty() && path.front() != '/') return std::nullopt;
  return path;
}

std::string joined(const std::string& folder, std::string_view rest) {
  if (rest.empty()) return folder;
  return (folder == "/" ? std::string() : folder) + std::string(rest);
}

std::string read_name(int folder, const char* link) {
  std::array<char, PATH_MAX> buffer{};
  const ssize_t n = ::readlinkat(folder, link, buffer.data(), buffer.size());
  // A name that fills the buffer was cut.
  if (n <= 0 || static_cast<std::size_t>(n) == buffer.size()) return {};
  return {buffer.data(), static_cast<std::size_t>(n)};
}

bool leads_to(const std::string& path, const struct stat& object) {
  const UniqueFd fd(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat found {};
  return fd.valid() && ::fstat(fd.get(), &found) == 0 && found.st_dev == object.st_dev &&
         found.st_ino == object.st_ino;
}

std::vector<MountRow> mounts_of(int proc_fd) {
  const auto text = read_small_file(proc_fd, "mountinfo");
  return text ? parse_mount_rows(*text) : std::vector<MountRow>{};
}

std::vector<MountRow> own_mounts() {
  const UniqueFd self(::open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC));
  return mounts_of(self.get());
}

std::string device_text(dev_t device) {
  return std::to_string(major(device)) + ":" + std::to_string(minor(device));
}

bool is_on_procfs(int fd) {
  struct statfs system {};
  return ::fstatfs(fd, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

// An instance that the tree mounted shows the tree's processes; the rest of it is the machine's.
OutsidePath name_on_procfs(const OutsidePaths::Place& place, std::string name) {
  const std::string below = joined(place.mount.root, place.below);
  const bool of_process = below.size() > 1 && below[1] >= '0' && below[1] <= '9';
  if (of_process) return {OutsidePath::Kind::kProcess, std::move(name)};
  return {OutsidePath::Kind::kTrue, joined("/proc", below == "/" ? "" : below)};
}

// Kernel file systems that hold nothing but what was made on them.
bool is_scratch(int fd) {
  struct statfs system {};
  return ::fstatfs(fd, &system) == 0 &&
         (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC ||
          system.f_type == DEVPTS_SUPER_MAGIC);
}

}  // namespace

std::vector<MountRow> parse_mount_rows(std::string_view text) {
  std::vector<MountRow> rows;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    MountRow row;
    const std::string_view id = take_word(line);
    std::from_chars(id.data(), id.data() + id.size(), row.id);
    take_word(line);  // parent
    row.device = take_word(line);
    row.root = unescaped(take_word(line));
    row.point = unescaped(take_word(line));
    if (!row.point.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> names_elsewhere(const std::vector<MountRow>& own, const MountRow& mount,
                                         std::string_view below_mount,
                                         const std::vector<std::string>& near) {
  const std::string in_file_system = joined(mount.root, below_mount);
  std::vector<const MountRow*> fitting;
  for (const MountRow& row : own) {
    if (row.device == mount.device && below(in_file_system, row.root)) fitting.push_back(&row);
  }
  // The mount of the largest part of the file system is where people look for it.
  std::stable_sort(fitting.begin(), fitting.end(), [](const MountRow* left, const MountRow* right) {
    return left->root.size() < right->root.size();
  });
  std::vector<std::string> names;
  for (const MountRow* row : fitting)
    names.push_back(joined(row->point, *below(in_file_system, row->root)));
  std::stable_partition(names.begin(), names.end(), [&near](const std::string& name) {
    return std::any_of(near.begin(), near.end(),
                       [&name](const std::string& folder) { return below(name, folder); });
  });
  return names;
}

OutsidePaths::OutsidePaths(const TraceeTable& tracees, std::vector<std::string> near,
                           std::size_t most)
    : tracees_(tracees), near_(std::move(near)), most_(most) {
  for (const MountRow& row : own_mounts()) devices_at_start_.insert(row.device);
}

void OutsidePaths::note(const Tracee& tracee) {
  const auto ids = namespaces_of(tracee.proc.get());
  if (!ids) return;
  const std::lock_guard lock(mutex_);
  const auto ended = [](const Source& source) {
    return ::faccessat(source.proc.get(), "comm", F_OK, 0) != 0;
  };
  std::erase_if(sources_, ended);
  const bool known = std::any_of(sources_.begin(), sources_.end(),
                                 [&](const Source& source) { return source.mount == ids->mount; });
  if (known) return;
  UniqueFd proc(::fcntl(tracee.proc.get(), F_DUPFD_CLOEXEC, 0));
  if (!proc.valid()) return;
  sources_.push_front({std::move(proc), ids->mount});
  if (sources_.size() > most_) sources_.pop_back();
}

// Where the object lies in its file system, told by the mount tables of the tree's namespaces.
std::optional<OutsidePaths::Place> OutsidePaths::place_of(int fd,
                                                          const std::string& kernel_name) const {
  struct statx status {};
  if (::statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &status) != 0 ||
      (status.stx_mask & STATX_MNT_ID) == 0) {
    return std::nullopt;
  }
  const std::lock_guard lock(mutex_);
  for (const Source& source : sources_) {
    const std::string root = read_name(source.proc.get(), "root");
    for (const MountRow& row : mounts_of(source.proc.get())) {
      if (row.id != status.stx_mnt_id) continue;
      // Mount points are told as seen from the process's root, names from the namespace's.
      const auto rest = below(kernel_name, root == "/" ? row.point : joined(root, row.point));
      if (!rest) return std::nullopt;
      return Place{row, std::string(*rest)};
    }
  }
  return std::nullopt;
}

OutsidePath OutsidePaths::name_of(int fd) const {
  std::string name = name_of_fd(fd);
  if (!tracees_.realms_expected() || weakened("host-names"))
    return {OutsidePath::Kind::kTrue, std::move(name)};
  struct stat object {};
  if (name.empty() || ::fstat(fd, &object) != 0)
    return {OutsidePath::Kind::kUnknown, std::move(name)};
  // Pipes and kin, and what no name leads to any more.
  const bool has_a_name = name.starts_with('/') && object.st_nlink != 0;
  if (!has_a_name || leads_to(name, object)) return {OutsidePath::Kind::kTrue, std::move(name)};
  const auto place = place_of(fd, name);
  if (place && is_on_procfs(fd)) return name_on_procfs(*place, std::move(name));
  const std::vector<MountRow> own = own_mounts();
  if (place) {
    for (std::string& candidate : names_elsewhere(own, place->mount, place->below, near_)) {
      if (leads_to(candidate, object)) return {OutsidePath::Kind::kTrue, std::move(candidate)};
    }
  }
  const std::string device = device_text(object.st_dev);
  const bool only_inside = !devices_at_start_.contains(device) &&
                           std::none_of(own.begin(), own.end(),
                                        [&](const MountRow& row) { return row.device == device; });
  const auto kind =
      only_inside && is_scratch(fd) ? OutsidePath::Kind::kPrivate : OutsidePath::Kind::kUnknown;
  return {kind, std::move(name)};
}

}  // namespace guard::interceptor

// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/procfs_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <string_view>
#include <utility>

#include "base/files/own_descriptor.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/resolve/path_resolver.h"

namespace guard::interceptor {
namespace {

constexpr ino_t kRootInode = 1;  // PROC_ROOT_INO

std::string read_link(int folder, const char* name) {
  std::array<char, PATH_MAX> buffer{};
  const ssize_t n = ::readlinkat(folder, name, buffer.data(), buffer.size());
  return n < 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(n));
}

std::string kernel_name(int fd) {
  const DescriptorPath path = path_of_descriptor(fd);
  return read_link(path.folder, path.name.data());
}

Result<UniqueFd> root_above(int folder, int deepest) {
  UniqueFd here(::fcntl(folder, F_DUPFD_CLOEXEC, 0));
  for (int depth = 0; depth < deepest && here.valid() && on_procfs(here.get()); ++depth) {
    struct stat status {};
    if (::fstat(here.get(), &status) != 0) return fail_errno("procfs");
    if (status.st_ino == kRootInode) return here;
    here.reset(::openat(here.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  return fail_with(EACCES, "a part of procfs without its root");
}

std::optional<pid_t> leading_number(std::string_view path) {
  const std::string_view first = path.substr(0, path.find('/'));
  pid_t number = 0;
  const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), number);
  if (first.empty() || error != std::errc() || end != first.data() + first.size())
    return std::nullopt;
  return number;
}

bool same_pid_namespace(int left, const std::string& name, int right) {
  struct stat one {};
  struct stat other {};
  return ::fstatat(left, (name + "/ns/pid").c_str(), &one, 0) == 0 &&
         ::fstatat(right, "ns/pid", &other, 0) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

// The tracee may have several numbers in this instance; gives the one under which a process of the
// same pid namespace with the same last number stands. Numbers are unique in a namespace.
Result<std::size_t> level_in(const ProcfsPlace& place, const Tracee& tracee,
                             const ProcStatus& status) {
  const auto& numbers = status.tgid_in_namespaces;
  for (std::size_t i = numbers.size(); i-- > 0;) {
    const std::string name = std::to_string(numbers[i]);
    if (!same_pid_namespace(place.root.get(), name, tracee.proc.get())) continue;
    const UniqueFd folder(
        ::openat(place.root.get(), name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.valid()) continue;
    const auto candidate = read_proc_status_at(folder.get());
    if (candidate && !candidate->tgid_in_namespaces.empty() &&
        candidate->tgid_in_namespaces.back() == numbers.back()) {
      return i;
    }
  }
  return fail_with(ENOENT, "no number in this procfs");
}

}  // namespace

Result<ProcfsPlace> procfs_place_of(int folder, int deepest) {
  auto root = root_above(folder, deepest);
  if (!root) return forward(root.error());
  ProcfsPlace place;
  const std::string top = kernel_name(root->get());
  const std::string name = kernel_name(folder);
  if (top.empty() || !name.starts_with(top)) return fail_with(EACCES, "a moved part of procfs");
  place.below = name.substr(top.size());
  if (place.below.starts_with('/')) place.below.erase(0, 1);
  place.process = leading_number(place.below);
  // `self` is a link for whoever has a number there.
  place.shows_guard = read_link(root->get(), "self") == std::to_string(::getpid());
  place.root = std::move(*root);
  return place;
}

Result<std::string> self_in(const ProcfsPlace& place, const Tracee& tracee) {
  if (place.shows_guard) return std::to_string(tracee.tgid);
  const auto status = read_proc_status_at(tracee.proc.get());
  if (!status) return forward(status.error());
  const auto level = level_in(place, tracee, *status);
  if (!level) return forward(level.error());
  return std::to_string(status->tgid_in_namespaces[*level]);
}

Result<std::string> thread_self_in(const ProcfsPlace& place, const Tracee& tracee) {
  if (place.shows_guard) return std::to_string(tracee.tgid) + "/task/" + std::to_string(tracee.tid);
  const auto status = read_proc_status_at(tracee.proc.get());
  if (!status) return forward(status.error());
  const auto level = level_in(place, tracee, *status);
  if (!level) return forward(level.error());
  if (*level >= status->tid_in_namespaces.size()) return fail_with(ENOENT, "thread-self");
  return std::to_string(status->tgid_in_namespaces[*level]) + "/task/" +
         std::to_string(status->tid_in_namespaces[*level]);
}

}  // namespace guard::interceptor

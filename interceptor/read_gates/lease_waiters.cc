// SPDX-License-Identifier: Apache-2.0
#include "interceptor/read_gates/lease_waiters.h"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "base/files/unique_fd.h"
#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kNewest = 16;

pid_t to_number(const std::string& text) {
  return static_cast<pid_t>(std::strtol(text.c_str(), nullptr, 10));
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> all;
  DIR* proc = ::opendir("/proc");
  if (proc == nullptr) return all;
  while (const dirent* entry = ::readdir(proc))
    if (const pid_t pid = to_number(entry->d_name); pid > 0) all.push_back(pid);
  ::closedir(proc);
  return all;
}

// The last number that the kernel gave (proc_loadavg(5), the last field). Numbers begin anew at
// pid_max: those above it are older than those below.
pid_t newest_number() {
  std::ifstream load("/proc/loadavg");
  std::string field;
  pid_t newest = 0;
  while (load >> field) newest = to_number(field);
  return newest;
}

std::string all_locks() {
  std::ostringstream text;
  text << std::ifstream("/proc/locks").rdbuf();
  return text.str();
}

std::uint64_t first_stack_of(pid_t tid) {
  const std::string place = "/proc/" + std::to_string(tid);
  const UniqueFd folder(::open(place.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return folder.valid() ? read_first_stack(folder.get(), tid).value_or(0) : 0;
}

}  // namespace

// "1: LEASE  BREAKING  READ 25748 fe:00:10953495 0 EOF", then "1: -> LEASE  BREAKER ...". The
// number of the file alone is compared: the device is not always the one that stat(2) gives.
bool open_waits_in(std::string_view locks, ino_t inode) {
  const std::string file = ":" + std::to_string(inode) + " ";
  bool is_this = false;
  while (!locks.empty()) {
    const std::string_view line = locks.substr(0, locks.find('\n'));
    const bool waits = line.find(": -> ") != std::string_view::npos;
    if (waits && is_this) return true;
    if (!waits)
      is_this = line.find(" LEASE ") != std::string_view::npos &&
                line.find(file) != std::string_view::npos;
    locks.remove_prefix(std::min(locks.size(), line.size() + 1));
  }
  return false;
}

bool is_leased_in(std::string_view locks, ino_t inode) {
  const std::string file = ":" + std::to_string(inode) + " ";
  while (!locks.empty()) {
    const std::string_view line = locks.substr(0, locks.find('\n'));
    if (line.find(" LEASE ") != std::string_view::npos &&
        line.find(file) != std::string_view::npos && line.find(": -> ") == std::string_view::npos)
      return true;
    locks.remove_prefix(std::min(locks.size(), line.size() + 1));
  }
  return false;
}

bool open_waits_for_lease_of(ino_t inode) {
  return open_waits_in(all_locks(), inode);
}

bool LeaseTable::has(ino_t inode) {
  constexpr std::chrono::milliseconds kKept(50);
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (read_at_ == std::chrono::steady_clock::time_point() || now - read_at_ > kKept) {
    locks_ = all_locks();
    read_at_ = now;
  }
  return is_leased_in(locks_, inode);
}

AtBreak look_at_break() {
  const pid_t newest = newest_number();
  std::vector<pid_t> all = all_processes();
  AtBreak seen{{all.begin(), all.end()}, {}, {}};
  std::sort(all.begin(), all.end(), [newest](pid_t one, pid_t other) {
    return std::pair(one <= newest, one) > std::pair(other <= newest, other);
  });
  all.resize(std::min(all.size(), kNewest));
  for (const pid_t pid : all) seen.first_stacks.emplace(pid, first_stack_of(pid));
  return seen;
}

bool all_came_after(const AtBreak& seen, const std::vector<pid_t>& waiters) {
  return std::all_of(waiters.begin(), waiters.end(), [&seen](pid_t tid) {
    const auto status = read_proc_status("/proc/" + std::to_string(tid));
    if (!status || seen.processes.empty()) return false;
    if (!seen.processes.contains(status->tgid) || seen.started.contains(status->tgid)) return true;
    const auto then = seen.first_stacks.find(status->tgid);
    const bool known = then != seen.first_stacks.end() && then->second != 0;
    const std::uint64_t now = known ? first_stack_of(status->tgid) : 0;
    return now != 0 && now != then->second;
  });
}

}  // namespace guard::interceptor

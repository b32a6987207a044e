// SPDX-License-Identifier: Apache-2.0
#include "base/process/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "base/weaken.h"

namespace guard {
namespace {

constexpr timespec kPause{0, 5'000'000};
constexpr int kTurnsForKeepers = 700;  // of 5 ms and more: longer than a keeper stays

// No file could be opened for want of something, whatever it is: the process may well be there.
bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM;
}

// Field 4 of /proc/PID/stat; the name before it may hold spaces and brackets. -1: it has ended, or
// is hidden; empty: there was no way to look.
std::optional<pid_t> parent_of(const char* pid) {
  const UniqueFd fd(::open(("/proc/" + std::string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid() && is_shortage(errno)) return std::nullopt;
  std::array<char, 512> buffer{};
  if (!fd.valid() || ::read(fd.get(), buffer.data(), buffer.size() - 1) <= 0) return -1;
  const char* bracket = std::strrchr(buffer.data(), ')');
  if (bracket == nullptr || std::strlen(bracket) < 5) return -1;
  return static_cast<pid_t>(std::strtol(bracket + 4, nullptr, 10));
}

// Those that somebody has for parent, and that were not seen themselves.
std::set<pid_t> unseen_parents(const ChildrenByParent& children) {
  std::unordered_set<pid_t> seen = {0, -1};  // outside of this namespace; not to be told
  for (const auto& [parent, own] : children) {
    if (parent != -1) seen.insert(own.begin(), own.end());
  }
  std::set<pid_t> unseen;
  for (const auto& [parent, own] : children) {
    if (!seen.contains(parent)) unseen.insert(parent);
  }
  return unseen;
}

std::optional<ChildrenByParent> children_by_parent() {
  ChildrenByParent children;
  DIR* proc = ::opendir("/proc");
  if (proc == nullptr) return std::nullopt;
  bool whole = true;
  while (const dirent* entry = ::readdir(proc)) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    const auto parent = parent_of(entry->d_name);
    whole = whole && parent.has_value();
    children[parent.value_or(-1)].push_back(
        static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10)));
  }
  ::closedir(proc);
  if (!whole) return std::nullopt;
  return children;
}

// Processes are read one after another: one whose parent ended before that was read itself hangs in
// the air, unless its new parent is asked for. A parent that stays unseen is hidden (hidepid,
// proc(5)). False: no look was whole.
bool look_until_settled(const LookAtProcesses& look, ChildrenByParent& children) {
  constexpr auto kMostLooks = limit("descendants.looks");
  std::optional<std::set<pid_t>> before;
  for (std::uint64_t looks = 0; looks < kMostLooks; ++looks) {
    auto seen = look();
    if (!seen) continue;
    children = std::move(*seen);
    std::set<pid_t> unseen = unseen_parents(children);
    if (unseen.empty() || unseen == before) return true;
    before = std::move(unseen);
  }
  return false;
}

// Whoever is below a subreaper is below one of its children, so without one nobody is: the usual
// end, and no reason to read the whole of /proc.
bool has_children() {
  siginfo_t told{};
  return ::waitid(P_ALL, 0, &told, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

// The keeper of a program outside of supervision (supervisor/rights). A process of a tree may call
// itself so, but none of an ordinary user's is without no_new_privs, which nobody gets rid of.
bool is_keeper(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  std::string line;
  if (!std::getline(status, line) || line != "Name:\tguard-raised") return false;
  while (std::getline(status, line))
    if (line == "NoNewPrivs:\t0") return true;
  return false;
}

// Keepers and what they keep: they hang up on it, and leave it, a moment after guard has gone. A
// sudo that was killed instead would pass nothing on to its command.
std::unordered_set<pid_t> kept_outside(const ProcessesBelow& below) {
  std::unordered_set<pid_t> kept;
  for (const pid_t pid : below.found) {
    if (!is_keeper(pid)) continue;
    kept.insert(pid);
    for (const pid_t one : processes_below(pid).found) kept.insert(one);
  }
  return kept;
}

}  // namespace

ProcessesBelow processes_below(pid_t ancestor, const LookAtProcesses& look) {
  ProcessesBelow below;
  ChildrenByParent children;
  below.all = look_until_settled(look, children);
  std::unordered_set<pid_t> seen = {ancestor};
  std::vector<pid_t> open = {ancestor};
  while (!open.empty()) {
    const pid_t parent = open.back();
    open.pop_back();
    for (const pid_t child : children[parent]) {
      if (!seen.insert(child).second) continue;
      below.found.push_back(child);
      open.push_back(child);
    }
  }
  return below;
}

ProcessesBelow processes_below(pid_t ancestor) {
  return processes_below(ancestor, children_by_parent);
}

std::vector<pid_t> descendants_of(pid_t ancestor) {
  return processes_below(ancestor).found;
}

void end_descendants() {
  if (weakened("exit-kill")) return;
  int turns_for_keepers = ::geteuid() == 0 ? 0 : kTurnsForKeepers;
  while (has_children()) {
    const ProcessesBelow below = processes_below(::getpid());
    const auto kept = turns_for_keepers > 0 ? kept_outside(below) : std::unordered_set<pid_t>();
    turns_for_keepers = kept.empty() ? 0 : turns_for_keepers - 1;
    std::size_t foreign = 0;
    for (const pid_t pid : below.found) {
      if (kept.contains(pid)) continue;
      if (::kill(pid, SIGKILL) != 0 && errno == EPERM) ++foreign;
    }
    foreign += kept.size();
    // Only what runs with another user's rights is left, outside of supervision (sudo): nobody
    // could end it, and it may live for as long as it likes.
    if (below.all && kept.empty() && foreign == below.found.size() && foreign > 0) return;
    // Wait for one (all have been killed, so one ends), then take the rest, and look again: a
    // killed parent's children have come to us by now. If the look was not whole, perhaps nobody
    // was killed.
    if (below.found.empty() || foreign > 0) {
      ::nanosleep(&kPause, nullptr);
    } else if (::waitpid(-1, nullptr, __WALL) < 0 && errno == ECHILD) {
      return;
    }
    while (::waitpid(-1, nullptr, WNOHANG | __WALL) > 0) {
    }
  }
}

void end_descendants(const std::function<bool(pid_t)>& which) {
  if (weakened("exit-kill")) return;
  while (has_children()) {
    const ProcessesBelow below = processes_below(::getpid());
    bool found = !below.all;  // then who is missing may be one of them
    for (const pid_t pid : below.found) {
      if (!which(pid)) continue;
      found = true;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, WNOHANG | __WALL);  // our own children alone
    }
    if (!found) return;
    ::nanosleep(&kPause, nullptr);
  }
}

}  // namespace guard

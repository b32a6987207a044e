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
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/weaken.h"

namespace guard {
namespace {

// Field 4 of /proc/PID/stat; the name before it may hold spaces and brackets.
pid_t parent_of(const char* pid) {
  const UniqueFd fd(::open(("/proc/" + std::string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 512> buffer{};
  if (!fd.valid() || ::read(fd.get(), buffer.data(), buffer.size() - 1) <= 0) return -1;
  const char* bracket = std::strrchr(buffer.data(), ')');
  if (bracket == nullptr || std::strlen(bracket) < 5) return -1;
  return static_cast<pid_t>(std::strtol(bracket + 4, nullptr, 10));
}

using Children = std::unordered_map<pid_t, std::vector<pid_t>>;

constexpr int kMostLooks = 10;

// Those that somebody has for parent, and that were not seen themselves.
std::set<pid_t> unseen_parents(const Children& children) {
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

Children children_by_parent() {
  Children children;
  DIR* proc = ::opendir("/proc");
  if (proc == nullptr) return children;
  while (const dirent* entry = ::readdir(proc)) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    children[parent_of(entry->d_name)].push_back(
        static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10)));
  }
  ::closedir(proc);
  return children;
}

// Processes are read one after another: one whose parent ended before that was read itself hangs in
// the air, unless its new parent is asked for. A parent that stays unseen is hidden (hidepid,
// proc(5)).
Children settled_children() {
  Children children = children_by_parent();
  std::set<pid_t> unseen = unseen_parents(children);
  for (int look = 1; look < kMostLooks && !unseen.empty(); ++look) {
    children = children_by_parent();
    const std::set<pid_t> before = std::exchange(unseen, unseen_parents(children));
    if (unseen == before) break;
  }
  return children;
}

// Whoever is below a subreaper is below one of its children, so without one nobody is: the usual
// end, and no reason to read the whole of /proc.
bool has_children() {
  siginfo_t told{};
  return ::waitid(P_ALL, 0, &told, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

}  // namespace

std::vector<pid_t> descendants_of(pid_t ancestor) {
  Children children = settled_children();
  std::vector<pid_t> found;
  std::unordered_set<pid_t> seen = {ancestor};
  std::vector<pid_t> open = {ancestor};
  while (!open.empty()) {
    const pid_t parent = open.back();
    open.pop_back();
    for (const pid_t child : children[parent]) {
      if (!seen.insert(child).second) continue;
      found.push_back(child);
      open.push_back(child);
    }
  }
  return found;
}

void end_descendants() {
  if (weakened("exit-kill")) return;
  while (has_children()) {
    for (const pid_t pid : descendants_of(::getpid())) ::kill(pid, SIGKILL);
    // Wait for one (all have been killed, so one ends), then take the rest, and look again: a
    // killed parent's children have come to us by now.
    if (::waitpid(-1, nullptr, __WALL) < 0 && errno == ECHILD) return;
    while (::waitpid(-1, nullptr, WNOHANG | __WALL) > 0) {
    }
  }
}

void end_descendants(const std::function<bool(pid_t)>& which) {
  if (weakened("exit-kill")) return;
  constexpr timespec kPause{0, 5'000'000};
  while (has_children()) {
    bool found = false;
    for (const pid_t pid : descendants_of(::getpid())) {
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

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/brake/stopped_tree.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include "base/process/descendants.h"
#include "base/process/pid_handle.h"

namespace guard::supervisor {
namespace {

constexpr std::chrono::milliseconds kPatience{50};
constexpr int kMostLooks = 20;  // while new processes are found

// The handle is of whoever has the number now; a second look tells whether that is the one.
void signal_if_same(pid_t pid, std::uint64_t started, int signal) {
  const auto handle = PidHandle::open(pid);
  const auto stat = read_process_stat(pid);
  if (handle && stat && stat->started == started) (void)handle->send_signal(signal);
}

// D: in a call that guard holds, which it does not leave before it is answered.
bool goes_on_by_itself(pid_t pid, std::uint64_t started) {
  const auto stat = read_process_stat(pid);
  return stat && stat->started == started && (stat->state == 'R' || stat->state == 'S');
}

using Stats = std::map<pid_t, ProcessStat>;

Stats stats_below(pid_t ancestor) {
  Stats stats;
  for (const pid_t pid : descendants_of(ancestor))
    if (const auto stat = read_process_stat(pid)) stats.emplace(pid, *stat);
  return stats;
}

// How many parents there are between PID and the ancestor. A loop cannot be: but numbers are read
// one after the other.
int generation_of(pid_t pid, const Stats& stats) {
  int generation = 0;
  for (auto at = stats.find(pid); at != stats.end() && generation <= int(stats.size());
       at = stats.find(at->second.parent))
    ++generation;
  return generation;
}

template <typename Members>
void wait_until_they_stand(const Members& members) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (const auto& member : members)
    while (goes_on_by_itself(member.pid, member.started) && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

bool StoppedTree::knows(pid_t pid, std::uint64_t started) const {
  return std::ranges::any_of(stopped_, [&](const Member& member) {
    return member.pid == pid && member.started == started;
  });
}

// True: some were found that had not been known.
bool StoppedTree::stop_once(pid_t ancestor, const std::function<bool(pid_t)>& which) {
  const Stats stats = stats_below(ancestor);
  std::map<int, std::vector<Member>> generations;
  for (const auto& [pid, stat] : stats) {
    const bool stands = stat.state == 'T' || stat.state == 't' || has_ended(stat);
    if (stands || !which(pid)) continue;
    const int generation = generation_of(pid, stats);
    generations[generation].push_back({pid, stat.started, generation});
  }
  bool found = false;
  for (const auto& [generation, members] : generations) {
    for (const Member& member : members) {
      signal_if_same(member.pid, member.started, SIGSTOP);
      if (knows(member.pid, member.started)) continue;
      stopped_.push_back(member);
      found = true;
    }
    wait_until_they_stand(members);
  }
  return found;
}

void StoppedTree::stop_below(pid_t ancestor, const std::function<bool(pid_t)>& which) {
  for (int look = 0; look < kMostLooks; ++look)
    if (!stop_once(ancestor, which)) return;
}

void StoppedTree::go_on() {
  std::ranges::stable_sort(stopped_, std::ranges::greater{}, &Member::generation);
  for (const Member& member : stopped_) signal_if_same(member.pid, member.started, SIGCONT);
  stopped_.clear();
}

}  // namespace guard::supervisor

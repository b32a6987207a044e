// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/left_behind.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <string_view>
#include <thread>
#include <vector>

#include "base/process/descendants.h"
#include "base/process/process_stat.h"
#include "base/text/text.h"
#include "supervisor/api/peer.h"

namespace guard::supervisor {
namespace {

bool runs(pid_t process) {
  const auto stat = read_process_stat(process);
  return stat && !has_ended(*stat);
}

std::string process_name(pid_t process) {
  std::string name;
  std::ifstream file("/proc/" + std::to_string(process) + "/comm");
  std::getline(file, name);
  return name;
}

std::vector<pid_t> running_below(pid_t reaper) {
  std::vector<pid_t> left = descendants_of(reaper);
  std::erase_if(left, [](pid_t process) { return !runs(process); });
  return left;
}

template <typename Look>
std::vector<pid_t> after_a_moment(const Look& look) {
  constexpr int kLooks = 20;
  std::vector<pid_t> left = look();
  for (int looks = 0; looks < kLooks && !left.empty(); ++looks) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    left = look();
  }
  return left;
}

std::vector<pid_t> left_after_a_moment(pid_t reaper) {
  return after_a_moment([reaper] { return running_below(reaper); });
}

bool is_anothers(pid_t process) {
  return ::kill(process, 0) != 0 && errno == EPERM;
}

// Its keeper or sudo itself lives: processes of this user's between it and this one.
bool stands_below_ours(pid_t process) {
  for (pid_t at = process; at > 1 && at != ::getpid();) {
    if (!is_anothers(at)) return true;
    const auto stat = read_process_stat(at);
    at = stat ? stat->parent : 0;
  }
  return false;
}

// Root's guard ends what it supervises as soon as this session is gone.
bool is_under_another_guard(pid_t process) {
  constexpr std::array<std::string_view, 4> kOfGuard = {"guard", "guard-ward", "guard-serve",
                                                        "guard-reaper"};
  for (pid_t at = process; at > 1 && at != ::getpid() && is_anothers(at);) {
    if (std::ranges::find(kOfGuard, process_name(at)) != kOfGuard.end()) return true;
    const auto stat = read_process_stat(at);
    at = stat ? stat->parent : 0;
  }
  return false;
}

std::vector<pid_t> others_outside(pid_t reaper, LeftBy by) {
  std::vector<pid_t> all = running_below(::getpid());
  const std::vector<pid_t> inside = descendants_of(reaper);
  std::erase_if(all, [&](pid_t process) {
    return !is_anothers(process) || std::ranges::find(inside, process) != inside.end() ||
           (by == LeftBy::kAlone && stands_below_ours(process)) || is_under_another_guard(process);
  });
  return all;
}

std::string user_of(pid_t process) {
  struct stat status {};
  const bool there = ::stat(("/proc/" + std::to_string(process)).c_str(), &status) == 0;
  return there ? user_name(status.st_uid) : "another user";
}

// "sleep, process 12"; "sleep, process 12; bash, process 13 and 4 more".
std::string some_of(const std::vector<pid_t>& left) {
  constexpr std::size_t kNamed = 3;
  const std::size_t named = left.size() <= kNamed ? left.size() : kNamed - 1;
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    text += i == 0 ? "" : i + 1 == left.size() ? " and " : "; ";
    text += process_name(left[i]) + ", process " + std::to_string(left[i]);
  }
  return named == left.size() ? text
                              : text + " and " + std::to_string(left.size() - named) + " more";
}

}  // namespace

bool has_all_ended(pid_t reaper) {
  return left_after_a_moment(reaper).empty();
}

std::string ended_with_command_text(pid_t reaper) {
  const std::vector<pid_t> left = left_after_a_moment(reaper);
  if (left.empty()) return {};
  return "ended " + count_text(left.size(), "process", "processes") +
         " that still ran in the background (--kill-at-exit): " + some_of(left);
}

std::string left_behind_text(pid_t reaper) {
  const std::vector<pid_t> left = left_after_a_moment(reaper);
  if (left.empty()) return {};
  if (left.size() == 1)
    return "1 process still runs in the background and stays under guard: " + some_of(left);
  return std::to_string(left.size()) +
         " processes still run in the background and stay under guard: " + some_of(left);
}

std::vector<OutsideProcess> left_outside(pid_t reaper, LeftBy by) {
  std::vector<OutsideProcess> left;
  for (const pid_t process : after_a_moment([=] { return others_outside(reaper, by); }))
    left.push_back({process, process_name(process), user_of(process)});
  return left;
}

std::string text_of(const OutsideProcess& process) {
  return process.name + ", process " + std::to_string(process.pid);
}

std::string left_outside_text(const std::vector<OutsideProcess>& left) {
  if (left.empty()) return {};
  const bool is_one = left.size() == 1;
  const bool are_one_users = std::ranges::all_of(
      left, [&](const OutsideProcess& one) { return one.user == left.front().user; });
  std::vector<pid_t> pids;
  for (const OutsideProcess& one : left) pids.push_back(one.pid);
  return count_text(left.size(), "process", "processes") + " of " +
         (are_one_users ? left.front().user : "other users") +
         (is_one ? " still runs" : " still run") + " outside of guard, which cannot end " +
         (is_one ? "it: " : "them: ") + some_of(pids);
}

}  // namespace guard::supervisor

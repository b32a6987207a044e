// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/left_behind.h"

#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include "base/process/descendants.h"
#include "base/process/process_stat.h"
#include "base/text/text.h"

namespace guard::supervisor {
namespace {

bool runs(pid_t process) {
  const auto stat = read_process_stat(process);
  return stat && !has_ended(*stat);
}

std::string name_of(pid_t process) {
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

std::vector<pid_t> left_after_a_moment(pid_t reaper) {
  constexpr int kLooks = 20;
  std::vector<pid_t> left = running_below(reaper);
  for (int look = 0; look < kLooks && !left.empty(); ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    left = running_below(reaper);
  }
  return left;
}

// "sleep, process 12"; "sleep, process 12; bash, process 13 and 4 more".
std::string some_of(const std::vector<pid_t>& left) {
  constexpr std::size_t kNamed = 3;
  const std::size_t named = left.size() <= kNamed ? left.size() : kNamed - 1;
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    text += i == 0 ? "" : i + 1 == left.size() ? " and " : "; ";
    text += name_of(left[i]) + ", process " + std::to_string(left[i]);
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

}  // namespace guard::supervisor

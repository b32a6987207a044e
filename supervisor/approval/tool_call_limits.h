// SPDX-License-Identifier: Apache-2.0
// ToolCallLimits: how much an agent may start within an hour before somebody is asked whether it
// shall go on, and how often it may have one tool asked about. A loop that went wrong is noticed by
// its pace. Time comes in as a value. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_APPROVAL_TOOL_CALL_LIMITS_H_
#define GUARD_SUPERVISOR_APPROVAL_TOOL_CALL_LIMITS_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/limits.h"

namespace guard::supervisor {

inline constexpr std::array<std::size_t, 2> kHourlyAutomatic = {size_limit("hourly.tier0"),
                                                                size_limit("hourly.tier1")};
inline constexpr std::size_t kHourlyAsked = size_limit("hourly.asked");
inline constexpr std::size_t kHourlyAll = size_limit("hourly.all");

struct HourlyLimits {
  std::array<std::size_t, 2> automatic = kHourlyAutomatic;  // of one tool, at tier 0, 1
  std::size_t asked = kHourlyAsked;                         // of one tool, at tiers 2 and 3
  std::size_t all = kHourlyAll;
};

class ToolCallLimits {
 public:
  using Time = std::chrono::system_clock::time_point;
  explicit ToolCallLimits(HourlyLimits limits = {}) : limits_(limits) {}

  // Counts a call of this tool that would go unasked. Past a limit: what to ask, "500 commands this
  // hour, continue?".
  [[nodiscard]] std::optional<std::string> count_automatic(const std::string& tool, int tier,
                                                           Time now);
  // Counts a call that asks. Past the limit: why it is denied instead.
  [[nodiscard]] std::optional<std::string> count_asked(const std::string& tool, Time now);
  // Somebody said that it shall go on: the hour begins anew.
  void go_on();

 private:
  using Times = std::deque<Time>;
  // Forgets what is older than an hour, or lies ahead of a clock that was set back.
  static std::size_t in_this_hour(Times& times, Time now);

  HourlyLimits limits_;
  std::mutex mutex_;
  Times all_;
  std::array<std::map<std::string, Times>, 2> automatic_;
  std::map<std::string, Times> asked_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_TOOL_CALL_LIMITS_H_

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/tool_call_limits.h"

#include <algorithm>

#include "base/text/text.h"

namespace guard::supervisor {

std::size_t ToolCallLimits::in_this_hour(Times& times, Time now) {
  while (!times.empty() && (now - times.front() >= std::chrono::hours(1) || times.front() > now))
    times.pop_front();
  return times.size();
}

// An act that is asked about is counted when it goes on: the limit itself is never exceeded
// unasked.
std::optional<std::string> ToolCallLimits::count_automatic(const std::string& tool, int tier,
                                                           Time now) {
  const std::lock_guard lock(mutex_);
  Times& times = automatic_.at(static_cast<std::size_t>(std::clamp(tier, 0, 1)))[tool];
  const std::size_t most = limits_.automatic.at(static_cast<std::size_t>(std::clamp(tier, 0, 1)));
  if (in_this_hour(all_, now) >= limits_.all)
    return std::to_string(limits_.all) + " commands this hour, continue?";
  if (in_this_hour(times, now) >= most)
    return std::to_string(most) + " times " + safe_text(tool) + " this hour, continue?";
  all_.push_back(now);
  times.push_back(now);
  return std::nullopt;
}

std::optional<std::string> ToolCallLimits::count_asked(const std::string& tool, Time now) {
  const std::lock_guard lock(mutex_);
  Times& times = asked_[tool];
  if (in_this_hour(times, now) >= limits_.asked)
    return safe_text(tool) + " was asked about " + std::to_string(limits_.asked) +
           " times this hour: no more until later";
  times.push_back(now);
  return std::nullopt;
}

void ToolCallLimits::go_on() {
  const std::lock_guard lock(mutex_);
  all_.clear();
  for (auto& of_tier : automatic_) of_tier.clear();
}

}  // namespace guard::supervisor

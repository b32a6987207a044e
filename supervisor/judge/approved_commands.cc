// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/approved_commands.h"

#include <algorithm>

namespace guard::supervisor {

void ApprovedCommands::approve(pid_t command, int tier,
                               const std::vector<policy::Category>& categories) {
  const std::lock_guard lock(mutex_);
  Approved& approved = approved_[command];
  approved.tier = std::max(approved.tier, tier);
  for (const policy::Category category : categories) {
    if (std::ranges::find(approved.categories, category) == approved.categories.end())
      approved.categories.push_back(category);
  }
}

void ApprovedCommands::forget(pid_t command) {
  const std::lock_guard lock(mutex_);
  approved_.erase(command);
}

bool ApprovedCommands::knows(pid_t command) const {
  const std::lock_guard lock(mutex_);
  return approved_.contains(command);
}

void ApprovedCommands::add_to(policy::SessionState& state, pid_t command) const {
  const std::lock_guard lock(mutex_);
  const auto approved = approved_.find(command);
  if (approved == approved_.end()) return;
  state.command_approved_to = approved->second.tier;
  state.command_categories = approved->second.categories;
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/live_acts.h"

#include <utility>

namespace guard::supervisor {

void LiveActs::tell(const nlohmann::json& act) {
  const std::lock_guard lock(mutex_);
  for (const auto& [handle, on_act] : watchers_) on_act(act);
}

std::uint64_t LiveActs::subscribe(OnAct on_act) {
  const std::lock_guard lock(mutex_);
  watchers_.emplace(next_, std::move(on_act));
  watching_ = watchers_.size();
  return next_++;
}

void LiveActs::unsubscribe(std::uint64_t handle) {
  const std::lock_guard lock(mutex_);
  watchers_.erase(handle);
  watching_ = watchers_.size();
}

}  // namespace guard::supervisor

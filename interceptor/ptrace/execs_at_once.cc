// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/execs_at_once.h"

#include <algorithm>
#include <utility>

#include "base/weaken.h"

namespace guard::interceptor {

bool ExecsAtOnce::begin(pid_t process, Image image) {
  const std::lock_guard lock(mutex_);
  any_ = true;
  if (held_.emplace(process, image).second || weakened("one-exec-a-process")) return true;
  somebody_waits_ = true;
  return false;
}

bool ExecsAtOnce::end(pid_t process) {
  const std::lock_guard lock(mutex_);
  held_.erase(process);
  any_ = !held_.empty();
  return std::exchange(somebody_waits_, false);
}

bool ExecsAtOnce::must_wait_for(pid_t process) {
  const std::lock_guard lock(mutex_);
  if (!held_.contains(process)) return false;
  somebody_waits_ = true;
  return true;
}

bool ExecsAtOnce::starts(Image image) const {
  if (!any_) return false;
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(held_, [&](const auto& held) { return held.second == image; });
}

}  // namespace guard::interceptor

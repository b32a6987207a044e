// SPDX-License-Identifier: Apache-2.0
#include "supervisor/brake/call_brake.h"

#include <utility>

namespace guard::supervisor {

void CallBrake::close() {
  const std::lock_guard lock(mutex_);
  closed_.store(true, std::memory_order_release);
}

std::vector<CallBrake::Job> CallBrake::open() {
  std::vector<Job> held;
  {
    const std::lock_guard lock(mutex_);
    closed_.store(false, std::memory_order_release);
    held = std::exchange(held_, {});
  }
  opened_.notify_all();
  return held;
}

void CallBrake::pass() {
  if (!closed()) return;
  std::unique_lock lock(mutex_);
  opened_.wait(lock, [this] { return !closed(); });
}

bool CallBrake::hold(Job job) {
  if (!closed()) return false;
  const std::lock_guard lock(mutex_);
  if (!closed()) return false;
  held_.push_back(std::move(job));
  return true;
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/waiting_calls.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace guard::supervisor {
namespace {

constexpr auto kPause = std::chrono::milliseconds(20);
constexpr int kIdleShare = 3;
constexpr std::size_t kMost = 10000;

}  // namespace

std::size_t most_waiting_calls() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  return std::min<std::size_t>(limit.rlim_cur / 8, kMost);
}

bool WaitingCalls::add(const CallPtr& call) {
  const std::lock_guard lock(mutex_);
  if (calls_.size() >= most_) return false;
  calls_.push_back(call);
  if (!served_) workers_.post([this] { serve(); });
  served_ = true;
  return true;
}

// Never more than a quarter of one processor, however many wait.
void WaitingCalls::serve() {
  auto started = std::chrono::steady_clock::now();
  while (try_all()) {
    const auto took = std::chrono::steady_clock::now() - started;
    std::this_thread::sleep_for(
        std::max<std::chrono::steady_clock::duration>(kPause, kIdleShare * took));
    started = std::chrono::steady_clock::now();
  }
}

// False when none is left. New ones come at the end meanwhile.
bool WaitingCalls::try_all() {
  std::vector<CallPtr> all;
  {
    const std::lock_guard lock(mutex_);
    all = calls_;
  }
  std::vector<CallPtr> left;
  for (const CallPtr& call : all) {
    if (!attempt_(call)) left.push_back(call);
  }
  const std::lock_guard lock(mutex_);
  left.insert(left.end(), calls_.begin() + static_cast<std::ptrdiff_t>(all.size()), calls_.end());
  calls_ = std::move(left);
  served_ = !calls_.empty();
  return served_;
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "interceptor/seccomp/ahead_listener.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace guard::interceptor {

Result<std::unique_ptr<AheadListener>> AheadListener::over(std::unique_ptr<CallListener> beneath) {
  UniqueFd bell(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!bell.valid()) return fail_errno("eventfd");
  return std::unique_ptr<AheadListener>(new AheadListener(std::move(beneath), std::move(bell)));
}

Result<std::optional<Notification>> AheadListener::receive() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return !calls_.empty() || !ahead_ || stopping_; });
  if (stopping_) return std::nullopt;
  if (calls_.empty()) return receive_beneath(lock);
  if (calls_.size() == kMostAhead) may_receive_.notify_one();
  const Notification first = calls_.front();
  calls_.pop_front();
  return first;
}

Result<std::optional<Notification>> AheadListener::receive_beneath(
    std::unique_lock<std::mutex>& lock) {
  ++beneath_now_;
  lock.unlock();
  auto call = beneath_->receive();
  lock.lock();
  --beneath_now_;
  if (ahead_) may_receive_.notify_one();
  return call;
}

void AheadListener::stop() {
  beneath_->stop();
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  arrived_.notify_all();
  may_receive_.notify_all();
}

// The bell is rung again for what came before it was polled.
int AheadListener::readable() {
  const std::lock_guard lock(mutex_);
  if (!ahead_ && calls_.empty()) return beneath_->readable();
  std::uint64_t rung = 0;
  (void)!::read(bell_.get(), &rung, sizeof(rung));
  polled_ = true;
  if (!calls_.empty()) ring();
  return bell_.get();
}

void AheadListener::ring() {
  const std::uint64_t once = 1;
  if (polled_) (void)!::write(bell_.get(), &once, sizeof(once));
  polled_ = false;
}

void AheadListener::receive_ahead(bool wanted) {
  const std::lock_guard lock(mutex_);
  wanted_ = wanted;
  if (!wanted || ahead_) return;
  ahead_ = true;
  may_receive_.notify_one();
}

void AheadListener::run_ahead() {
  while (await_turn()) {
    const auto call = beneath_->receive();
    if (call || call.error().code != Code::kGone) put(call);
  }
}

// Whoever receives beneath knows nothing of the queue: the next call is still for them.
bool AheadListener::await_turn() {
  std::unique_lock lock(mutex_);
  may_receive_.wait(lock, [this] {
    return stopping_ || (ahead_ && beneath_now_ == 0 && calls_.size() < kMostAhead);
  });
  return !stopping_;
}

// Whoever receives next, beneath, finds out what is no call.
void AheadListener::put(const Result<std::optional<Notification>>& call) {
  const std::lock_guard lock(mutex_);
  const bool is_call = call && *call;
  if (is_call) calls_.push_back(**call);
  ahead_ = wanted_ && is_call;
  ring();
  ahead_ ? arrived_.notify_one() : arrived_.notify_all();
}

}  // namespace guard::interceptor

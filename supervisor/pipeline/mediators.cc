// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pipeline/mediators.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "supervisor/processes/serving_process.h"

namespace guard::supervisor {
namespace {

using Clock = std::chrono::steady_clock;

// A thread that has to sleep for a call sleeps longer: two switches of threads, and what the
// program does in between.
constexpr auto kAtOnce = std::chrono::microseconds(3);

}  // namespace

std::size_t Mediators::most() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
}

Mediators::Mediators(interceptor::CallListener& listener, interceptor::ExecVerifier* verifier,
                     Take take)
    : listener_(listener), verifier_(verifier), take_(std::move(take)) {}

void Mediators::start() {
  const std::size_t count = verifier_ == nullptr ? 1 : most();
  for (std::size_t number = 0; number < count; ++number)
    threads_.emplace_back([this, number] { mediate(number); });
  if (verifier_ == nullptr) return;
  threads_.emplace_back([this] {
    listener_.run_ahead();
    ++ended_;
  });
}

void Mediators::stop() {
  if (threads_.empty()) return;  // what they worked with may have gone
  stopping_ = true;
  listener_.stop();
  if (verifier_ != nullptr) verifier_->receivers().end();
  while (ended_ < threads_.size()) {
    for (std::thread& thread : threads_) ::pthread_kill(thread.native_handle(), kWakeSignal);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

// The core is shared by whoever calls and the one who answers, or who does nothing but receive.
void Mediators::choose_core() {
  const std::lock_guard lock(choosing_);
  listener_.share_core(ahead_ || verifier_->receivers().alone(0));
}

// True: it has rested. A mediator that holds an exec does not.
bool Mediators::rested(std::size_t number) {
  interceptor::Receivers& receivers = verifier_->receivers();
  if (number == 0 || !crowd_.is_over() || receivers.holds(number) || !receivers.leave(number))
    return false;
  verifier_->look_again();
  choose_core();
  receivers.await_work(number);
  return true;
}

void Mediators::note(Arrival arrival) {
  if (crowd_.note(arrival) && verifier_ != nullptr && verifier_->receivers().call_for_another())
    choose_core();
  if (verifier_ != nullptr && crowd_.presses() != ahead_) receive_ahead();
}

void Mediators::receive_ahead() {
  {
    const std::lock_guard lock(choosing_);
    ahead_ = crowd_.presses();
    listener_.receive_ahead(ahead_);
  }
  choose_core();
}

void Mediators::mediate(std::size_t number) {
  if (verifier_ != nullptr) {
    verifier_->join_mediator(number);
    verifier_->receivers().await_work(number);
  }
  interceptor::Tid last = 0;
  while (!stopping_) {
    const auto before = Clock::now();
    if (verifier_ != nullptr && (!verifier_->attend(number) || rested(number))) continue;
    const auto notification = listener_.receive();
    if (!notification && notification.error().code == Code::kGone) continue;
    if (!notification || !*notification) break;
    const interceptor::Tid tid = (*notification)->tid;
    // A call of another program than the one that was answered last is there already.
    const bool waited = tid != std::exchange(last, tid) && Clock::now() - before < kAtOnce;
    note(waited ? Arrival::kWasWaiting : Arrival::kCameLater);
    take_(**notification);
  }
  if (verifier_ != nullptr) {
    verifier_->receivers().retire(number);
    verifier_->look_again();
  }
  ++ended_;
}

}  // namespace guard::supervisor

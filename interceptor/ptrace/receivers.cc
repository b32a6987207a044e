// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/receivers.h"

#include <algorithm>

namespace guard::interceptor {

std::size_t Receivers::others_at_work(std::size_t mediator) const {
  const auto all =
      std::count_if(states_.begin(), states_.end(), [](const State& state) { return state.works; });
  return static_cast<std::size_t>(all) - (states_[mediator].works ? 1 : 0);
}

bool Receivers::another_receives(std::size_t mediator) const {
  const State* const self = &states_[mediator];
  return std::any_of(states_.begin(), states_.end(), [self](const State& state) {
    return &state != self && state.works && !state.holds;
  });
}

bool Receivers::alone(std::size_t mediator) const {
  const std::lock_guard lock(mutex_);
  return others_at_work(mediator) == 0;
}

bool Receivers::call_for_another() {
  {
    const std::lock_guard lock(mutex_);
    const auto rests = std::find_if(states_.begin(), states_.end(), [](const State& state) {
      return !state.works && !state.retired;
    });
    if (rests == states_.end()) return false;
    rests->works = true;
  }
  changed_.notify_all();
  return true;
}

// The last one that is left is alone, and receives beside what it holds.
bool Receivers::leave(std::size_t mediator) {
  const std::lock_guard lock(mutex_);
  const std::size_t others = others_at_work(mediator);
  if (mediator == 0 || others == 0 || (others > 1 && !another_receives(mediator))) return false;
  states_[mediator].works = false;
  return true;
}

void Receivers::await_work(std::size_t mediator) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || states_[mediator].works; });
}

void Receivers::retire(std::size_t mediator) {
  const std::lock_guard lock(mutex_);
  states_[mediator] = {.works = false, .holds = false, .retired = true};
}

void Receivers::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

bool Receivers::begin_hold(std::size_t mediator) {
  const std::lock_guard lock(mutex_);
  if (others_at_work(mediator) != 0 && !another_receives(mediator)) return false;
  states_[mediator].holds = true;
  return true;
}

void Receivers::end_hold(std::size_t mediator) {
  const std::lock_guard lock(mutex_);
  states_[mediator].holds = false;
}

bool Receivers::holds(std::size_t mediator) const {
  const std::lock_guard lock(mutex_);
  return states_[mediator].holds;
}

}  // namespace guard::interceptor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pipeline/crowd.h"

#include <algorithm>

namespace guard::supervisor {
namespace {

// A call that waited outweighs so many that did not; a third one within these makes it crowded.
constexpr int kOneThatWaited = 16;
constexpr int kCrowded = 2 * kOneThatWaited;
constexpr unsigned kQuiet = 100;
constexpr int kPressing = 64;

}  // namespace

// It presses from the upper end of the scale to the lower one.
void Crowd::weigh(bool found_waiting) {
  int before = pressure_;
  int after = 0;
  do {
    after = std::clamp(before + (found_waiting ? 1 : -1), 0, kPressing);
  } while (!pressure_.compare_exchange_weak(before, after));
  if (after == kPressing && !presses_) presses_ = true;
  if (after == 0 && presses_) presses_ = false;
}

bool Crowd::note(Arrival arrival) {
  const bool found_waiting = arrival == Arrival::kWasWaiting;
  weigh(found_waiting);
  found_waiting ? quiet_.store(0) : void(quiet_.fetch_add(1));
  int before = weight_;
  int after = 0;
  do {
    after = found_waiting ? before + kOneThatWaited : std::max(before - 1, 0);
  } while (!weight_.compare_exchange_weak(before, after > kCrowded ? 0 : after));
  return after > kCrowded;
}

bool Crowd::is_over() const {
  return quiet_ >= kQuiet;
}

}  // namespace guard::supervisor

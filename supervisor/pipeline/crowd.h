// SPDX-License-Identifier: Apache-2.0
// Crowd: whether programs call at once, by which of their calls were found waiting. One alone says
// little: a program that has just been let go may have called while the mediator was still on its
// way back. Some of few say it: a compile by `make -j2` has 15 in 100, a shell loop 2 *(measured)*.
// Any thread.
#ifndef GUARD_SUPERVISOR_PIPELINE_CROWD_H_
#define GUARD_SUPERVISOR_PIPELINE_CROWD_H_

#include <atomic>

namespace guard::supervisor {

// How a mediator found the call that it took.
enum class Arrival {
  kWasWaiting,  // it was there already
  kCameLater,   // the mediator had to wait for it
};

class Crowd {
 public:
  // A call was taken. True: that makes it crowded, more than when it was said last.
  bool note(Arrival arrival);
  // None was found waiting for a while.
  [[nodiscard]] bool is_over() const;
  // More than half of the calls are found waiting, for a while now: whoever answers does not keep
  // up with those who call. A compile by `make -j2` does not come to that.
  [[nodiscard]] bool presses() const { return presses_; }

 private:
  void weigh(bool found_waiting);

  std::atomic<int> weight_ = 0;
  std::atomic<int> pressure_ = 0;  // one up for a call found waiting, one down for another
  std::atomic<bool> presses_ = false;
  std::atomic<unsigned> quiet_ = 0;  // calls in a row that were not found waiting
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PIPELINE_CROWD_H_

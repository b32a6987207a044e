// SPDX-License-Identifier: Apache-2.0
// Receivers: which mediators wait for calls, and which for the stops of the execs that they have
// begun. A listener's receive() cannot be told to give up when a SIGCHLD comes, so:
// - who is alone waits for both at once, and receives when a call is there: nobody else takes it;
// - of several, who holds an exec receives nothing until that has ended;
// - one at least receives at all times: an exec may wait for a call of another program (its image
//   may lie in a file system that this one serves).
// Pure state under one mutex; any thread, but a mediator speaks for itself alone.
#ifndef GUARD_INTERCEPTOR_PTRACE_RECEIVERS_H_
#define GUARD_INTERCEPTOR_PTRACE_RECEIVERS_H_

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace guard::interceptor {

class Receivers {
 public:
  // Number 0 is at work from the beginning, and stays.
  explicit Receivers(std::size_t count) : states_(count) { states_.front().works = true; }

  // Nobody else is at work. It stays so until MEDIATOR itself calls for another.
  [[nodiscard]] bool alone(std::size_t mediator) const;
  // One more is at work from now on. False: all are.
  bool call_for_another();
  // True: MEDIATOR, which holds nothing, is at work no more, and waits in await_work(); who holds
  // an exec may be alone now and has to look. False: it is needed.
  [[nodiscard]] bool leave(std::size_t mediator);
  // Returns when it is at work (again), or after end().
  void await_work(std::size_t mediator);
  // MEDIATOR has come to its end, for whatever reason: nobody counts on it any more.
  void retire(std::size_t mediator);
  // Nobody waits any more.
  void end();

  // True: MEDIATOR holds an exec from now on. False: nobody would receive then.
  [[nodiscard]] bool begin_hold(std::size_t mediator);
  void end_hold(std::size_t mediator);
  [[nodiscard]] bool holds(std::size_t mediator) const;

 private:
  struct State {
    bool works = false;
    bool holds = false;
    bool retired = false;
  };
  [[nodiscard]] std::size_t others_at_work(std::size_t mediator) const;  // under mutex_
  [[nodiscard]] bool another_receives(std::size_t mediator) const;       // under mutex_

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<State> states_;  // under mutex_
  bool ended_ = false;         // under mutex_
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_RECEIVERS_H_

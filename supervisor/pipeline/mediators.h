// SPDX-License-Identifier: Apache-2.0
// Mediators: the threads that take the calls of the tree and see each through. While programs take
// turns there is one. Programs that run at once, as by `make -j`, meet one that has answered and
// does not get on: whom it answered has its core now. So when it gets crowded (crowd.h) another
// mediator joins, and leaves when it is over: each of them is woken for every call (docs/speed.md).
// As long as most calls wait for it, one more thread does nothing but receive (ahead_listener.h).
// The functions that they call are for any thread.
//
// Owns its threads. start() and stop() belong to one thread; `take` is called on any of them.
#ifndef GUARD_SUPERVISOR_PIPELINE_MEDIATORS_H_
#define GUARD_SUPERVISOR_PIPELINE_MEDIATORS_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "interceptor/calls/call_listener.h"
#include "interceptor/ptrace/exec_verifier.h"
#include "supervisor/pipeline/crowd.h"

namespace guard::supervisor {

class Mediators {
 public:
  using Take = std::function<void(const interceptor::Notification&)>;
  // For the notify backend; the others hand out one call after the other.
  static std::size_t most();

  // VERIFIER: made for most(); null where the listener itself lets execs go on.
  Mediators(interceptor::CallListener& listener, interceptor::ExecVerifier* verifier, Take take);
  Mediators(const Mediators&) = delete;
  Mediators& operator=(const Mediators&) = delete;
  ~Mediators() { stop(); }

  void start();
  // Returns when all have ended; what one of them is at is done first.
  void stop();

 private:
  void mediate(std::size_t number);
  [[nodiscard]] bool rested(std::size_t number);
  void note(Arrival arrival);
  void receive_ahead();
  void choose_core();

  interceptor::CallListener& listener_;
  interceptor::ExecVerifier* verifier_;
  Take take_;
  std::vector<std::thread> threads_;
  std::mutex choosing_;
  Crowd crowd_;
  std::atomic<bool> ahead_ = false;  // calls are received ahead
  std::atomic<bool> stopping_ = false;
  std::atomic<std::size_t> ended_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PIPELINE_MEDIATORS_H_

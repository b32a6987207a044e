// SPDX-License-Identifier: Apache-2.0
// WaitingCalls: calls that wait for somebody else: a FIFO's reader, whoever holds a lease, a peer
// that has no room or does not answer. One job of the worker pool tries all of them again, so that
// they hold up neither one another nor what needs a worker: sockets as soon as epoll says so, the
// rest in rounds, which never take more than a quarter of one processor. Each call keeps some
// descriptors of guard's, so there is a bound. Any thread.
#ifndef GUARD_SUPERVISOR_CALL_WAITING_CALLS_H_
#define GUARD_SUPERVISOR_CALL_WAITING_CALLS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "interceptor/acts/parking.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/call/worker_pool.h"

namespace guard::supervisor {

inline constexpr std::size_t kMostWaitingCalls = size_limit("waiting.calls");

class WaitingCalls {
 public:
  // True when the call needs no other try: it was answered, in whatever way.
  using Attempt = std::function<bool(const CallPtr&)>;
  // True when its caller no longer waits: then one more attempt ends it.
  using Over = std::function<bool(PendingCall&)>;
  WaitingCalls(WorkerPool& workers, std::size_t most_descriptors, Attempt attempt, Over over,
               std::size_t most_calls = kMostWaitingCalls);
  WaitingCalls(const WaitingCalls&) = delete;
  WaitingCalls& operator=(const WaitingCalls&) = delete;

  // False: as many wait as may.
  [[nodiscard]] bool add(const CallPtr& call);

 private:
  using Clock = std::chrono::steady_clock;
  using Key = std::uint64_t;  // in the order in which they came; 0: wake_
  struct Waiting {
    CallPtr call;
    interceptor::Until until = interceptor::Until::kLater;
    std::size_t descriptors = 0;
  };
  // Those that nothing tells of are tried in turn.
  struct Round {
    interceptor::Until until;
    Clock::duration pause;
    Clock::time_point next{};
  };

  void serve();
  void serve_ready(int milliseconds);
  void serve_round(Round& round);
  void look_at(Key key);
  void try_again(Key key);
  [[nodiscard]] CallPtr call_of(Key key);
  [[nodiscard]] int until_next(const Round& soon, const Round& later);
  [[nodiscard]] bool any_left();
  // These want mutex_ held.
  void settle_in(Key key, Waiting& waiting, interceptor::Until until);
  void take_out(Waiting& waiting);
  [[nodiscard]] bool watch(Key key, const PendingCall& call) const;

  WorkerPool& workers_;
  const std::size_t most_descriptors_;
  const std::size_t most_calls_;
  const Attempt attempt_;
  const Over over_;
  const UniqueFd ready_;  // epoll
  const UniqueFd wake_;   // eventfd: somebody waits for a shorter round
  std::mutex mutex_;
  bool served_ = false;
  Key next_key_ = 1;
  std::size_t descriptors_ = 0;
  std::size_t soon_ = 0;  // calls of the short round
  std::map<Key, Waiting> calls_;
};

// The descriptors that this process can spare: three of four.
[[nodiscard]] std::size_t descriptors_for_waiting_calls();

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_WAITING_CALLS_H_

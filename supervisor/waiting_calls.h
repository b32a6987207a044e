// SPDX-License-Identifier: Apache-2.0
// WaitingCalls: calls that wait for somebody else (a FIFO's reader, whoever holds a lease). All of
// them are tried again in turn by one job of the worker pool, so that they hold up neither one
// another nor what needs a worker. Each keeps some descriptors of guard's, so there is a bound. Any
// thread.
#ifndef GUARD_SUPERVISOR_WAITING_CALLS_H_
#define GUARD_SUPERVISOR_WAITING_CALLS_H_

#include <functional>
#include <mutex>
#include <vector>

#include "supervisor/pending_call.h"
#include "supervisor/worker_pool.h"

namespace guard::supervisor {

class WaitingCalls {
 public:
  // True when the call needs no other try: it was answered, in whatever way.
  using Try = std::function<bool(const CallPtr&)>;
  WaitingCalls(WorkerPool& workers, std::size_t most, Try attempt)
      : workers_(workers), most_(most), attempt_(std::move(attempt)) {}

  // False: as many wait as may.
  [[nodiscard]] bool add(const CallPtr& call);

 private:
  void serve();
  bool try_all();

  WorkerPool& workers_;
  const std::size_t most_;
  const Try attempt_;
  std::mutex mutex_;
  bool served_ = false;
  std::vector<CallPtr> calls_;
};

// What this process can hold: half of its descriptors, four a call.
[[nodiscard]] std::size_t most_waiting_calls();

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_WAITING_CALLS_H_

// SPDX-License-Identifier: Apache-2.0
// WorkerPool: threads for what may block: questions' aftermath, walks, FIFOs, blocking connects,
// durable intents. Grows while all its threads are busy (up to a bound), so that many waiting FIFOs
// do not stall an answered call. Jobs get values and descriptors, never references into tables. The
// destructor drops what has not begun and joins.
#ifndef GUARD_SUPERVISOR_CALL_WORKER_POOL_H_
#define GUARD_SUPERVISOR_CALL_WORKER_POOL_H_

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace guard::supervisor {

class WorkerPool {
 public:
  using Job = std::function<void()>;
  explicit WorkerPool(std::size_t threads = 2, std::size_t most = 256);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void post(Job job);
  // Long waits ask this and give up: the session ends.
  [[nodiscard]] bool stopping() const { return stopping_.load(); }
  // Interrupts waits and drops what has not begun; later posts are dropped too.
  void stop();

 private:
  void grow();
  void loop();

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  std::size_t idle_ = 0;
  std::atomic<bool> stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_WORKER_POOL_H_

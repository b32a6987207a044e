// SPDX-License-Identifier: Apache-2.0
// CallBrake: where every call of the tree waits while the session is paused: before it is judged,
// and once more between a person's yes and the act. A call that is being carried out already ends.
// The calls stay with the kernel meanwhile, so their programs stand still in them. Any thread; owns
// no thread.
#ifndef GUARD_SUPERVISOR_BRAKE_CALL_BRAKE_H_
#define GUARD_SUPERVISOR_BRAKE_CALL_BRAKE_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace guard::supervisor {

class CallBrake {
 public:
  using Job = std::function<void()>;

  void close();
  // Lets all go on. The jobs that hold() kept are the caller's to run, in their order.
  [[nodiscard]] std::vector<Job> open();
  [[nodiscard]] bool closed() const { return closed_.load(std::memory_order_acquire); }
  // Blocks while closed.
  void pass();
  // True: closed, and JOB is kept for open().
  [[nodiscard]] bool hold(Job job);

 private:
  std::atomic<bool> closed_ = false;
  std::mutex mutex_;
  std::condition_variable opened_;
  std::vector<Job> held_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_BRAKE_CALL_BRAKE_H_

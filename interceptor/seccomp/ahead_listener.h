// SPDX-License-Identifier: Apache-2.0
// AheadListener (CallListener): receives calls before a mediator has time for them. A signal that
// comes before the receipt ends a call (EINTR, traps.md T25); one that comes later does not. While
// receive_ahead(true) holds, a thread of its own does nothing but receive, and receive() hands out
// what it got, in that order. Otherwise receive() is that of the listener beneath.
//
// It goes back to that only together with a call: who polled readable(), and is the only one to
// receive, never blocks in receive(). Owns the listener beneath. Any thread; run_ahead() is one
// thread's work until stop(). A call that does not fit waits in the kernel: nothing is refused.
#ifndef GUARD_INTERCEPTOR_SECCOMP_AHEAD_LISTENER_H_
#define GUARD_INTERCEPTOR_SECCOMP_AHEAD_LISTENER_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/calls/call_listener.h"

namespace guard::interceptor {

class AheadListener final : public CallListener {
 public:
  static constexpr std::size_t kMostAhead = 4096;  // calls; each has a thread that waits

  static Result<std::unique_ptr<AheadListener>> over(std::unique_ptr<CallListener> beneath);

  Result<std::optional<Notification>> receive() override;
  void stop() override;
  [[nodiscard]] bool still_valid(NotifyId id) const override { return beneath_->still_valid(id); }
  Result<void> answer(NotifyId id, Reply reply) override {
    return beneath_->answer(id, std::move(reply));
  }
  Result<void> tell(NotifyId id, Reply& reply) override { return beneath_->tell(id, reply); }
  Result<void> put_file(NotifyId id, int file, int number, bool close_on_exec) override {
    return beneath_->put_file(id, file, number, close_on_exec);
  }
  Result<int> add_file(NotifyId id, int file, bool close_on_exec) override {
    return beneath_->add_file(id, file, close_on_exec);
  }
  void share_core(bool shared) override { beneath_->share_core(shared); }
  [[nodiscard]] int readable() override;
  void receive_ahead(bool wanted) override;
  void run_ahead() override;

 private:
  AheadListener(std::unique_ptr<CallListener> beneath, UniqueFd bell)
      : beneath_(std::move(beneath)), bell_(std::move(bell)) {}
  Result<std::optional<Notification>> receive_beneath(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] bool await_turn();
  void put(const Result<std::optional<Notification>>& call);
  void ring();  // under mutex_

  const std::unique_ptr<CallListener> beneath_;
  const UniqueFd bell_;  // readable: look at the queue
  std::mutex mutex_;
  std::condition_variable arrived_;      // a call, or another way to receive
  std::condition_variable may_receive_;  // the thread that receives ahead
  std::deque<Notification> calls_;       // under mutex_, as all below
  std::size_t beneath_now_ = 0;          // who receives there, but for the thread of ours
  bool wanted_ = false;
  bool ahead_ = false;   // the thread receives; ends with the next call once it is not wanted
  bool polled_ = false;  // somebody may poll the bell
  bool stopping_ = false;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SECCOMP_AHEAD_LISTENER_H_

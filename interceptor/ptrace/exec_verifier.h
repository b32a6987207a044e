// SPDX-License-Identifier: Apache-2.0
// ExecVerifier: the program that starts is the one that was judged, or it is killed before its
// first instruction. Every ptrace and ptrace-wait call of guard is made by one of a few threads,
// each with an ExecTracer: the mediators, of which each begins at once what it has judged itself
// and looks for its stops while it waits for the next call; and a thread of its own, for orders of
// others (an answer came), for those that no mediator may hold (receivers.h) or could begin, and
// for processes of several threads: PTRACE_SEIZE waits for the kernel's lock of an exec
// (cred_guard_mutex), which another thread may hold for as long as a debugger likes. None ever
// waits for one tid: SIGCHLD wakes them through a signalfd, orders and each other through eventfds.
// Verification costs about 20 us beside the exec itself *(measured)*. SIGCHLD must be blocked in
// every thread of the process.
#ifndef GUARD_INTERCEPTOR_PTRACE_EXEC_VERIFIER_H_
#define GUARD_INTERCEPTOR_PTRACE_EXEC_VERIFIER_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/ptrace/exec_order.h"
#include "interceptor/ptrace/exec_runner.h"
#include "interceptor/ptrace/exec_tracer.h"
#include "interceptor/ptrace/open_turner.h"
#include "interceptor/ptrace/receivers.h"
#include "interceptor/seccomp/seccomp_filter.h"

namespace guard::interceptor {

class ExecVerifier final : public ExecRunner {
 public:
  // `on_signal`: of the listener's flags. `mediators`: so many may join.
  static Result<std::unique_ptr<ExecVerifier>> start(CallListener& listener,
                                                     CallsOnSignal on_signal,
                                                     std::size_t mediators = 1);
  ~ExecVerifier()
      override;  // ends the thread; a tracee that is still held is killed with it (EXITKILL)

  void run(ExecOrder order) override;
  [[nodiscard]] bool can_stand_in() const override { return on_signal_ != CallsOnSignal::kRepeat; }
  [[nodiscard]] bool answered(const Notification& call) override { return own_.answer(call); }
  [[nodiscard]] bool traces_for_moments() const override { return true; }
  [[nodiscard]] bool starts(dev_t device, ino_t inode) const override {
    return at_once_.starts({device, inode});
  }
  // An open that a gate holds back becomes one that guard is asked for; any thread.
  void turn(OpenToTurn order);
  // The whole tree stands still for a moment; any thread.
  void hold(TreeToHold order);

  // A mediator's, numbered from 0. From now on an exec may begin on this very thread, which must
  // then call attend() before every receive(): true when it may, at once when it holds no exec.
  // False: look again, a signal came.
  void join_mediator(std::size_t number);
  [[nodiscard]] bool attend(std::size_t number);
  // Mediators that attend look again at who receives; any thread.
  void look_again() const { wake_others(nullptr); }
  [[nodiscard]] Receivers& receivers() { return receivers_; }

 private:
  struct Mediator {
    UniqueFd wake;
    ExecTracer tracer;                  // its own alone
    std::atomic<std::thread::id> id{};  // of nobody until it has joined
  };
  ExecVerifier(CallListener& listener, CallsOnSignal on_signal, std::size_t mediators,
               UniqueFd wake, UniqueFd signals);
  void loop();
  void take_orders();
  [[nodiscard]] bool holds_any() const { return own_.holds_any() || turner_.holds_any(); }
  void begin_or_wait(ExecOrder order);
  void begin_waiting();
  void turn_or_wait(OpenToTurn open);
  void hand_over(ExecOrder order);
  [[nodiscard]] std::optional<std::size_t> this_mediator() const;
  void wake_others(const Mediator* but) const;
  void note_holds(std::size_t number);

  CallListener& listener_;
  const CallsOnSignal on_signal_;
  UniqueFd wake_;
  UniqueFd signals_;
  ExecsAtOnce at_once_;
  OpenTurner turner_{at_once_};  // tracer thread only
  ExecTracer own_;               // tracer thread only
  Receivers receivers_;          // who of the mediators holds any, too
  // A reader of a SIGCHLD may have taken it from another: that one is woken when it holds
  // something.
  std::atomic<bool> own_holds_ = false;
  std::vector<std::unique_ptr<Mediator>> mediators_;  // set before the thread begins
  std::mutex mutex_;
  std::vector<ExecOrder> orders_;          // under mutex_
  std::vector<OpenToTurn> opens_;          // under mutex_
  std::vector<TreeToHold> holds_;          // under mutex_
  bool stopping_ = false;                  // under mutex_
  std::vector<ExecOrder> waiting_;         // tracer thread only
  std::vector<OpenToTurn> waiting_opens_;  // tracer thread only
  std::thread thread_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_EXEC_VERIFIER_H_

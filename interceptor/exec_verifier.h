// SPDX-License-Identifier: Apache-2.0
// ExecVerifier: the program that starts is the one that was judged, or it is killed before its
// first instruction. Every ptrace and ptrace-wait call of guard is made by one of two threads, each
// with an ExecTracer: the mediator, which begins at once what it has judged itself and looks for
// its stops while it waits for the next call; and a thread of its own, for orders of others (an
// answer came), and for processes of several threads: PTRACE_SEIZE waits for the kernel's lock of
// an exec (cred_guard_mutex), which another thread may hold for as long as a debugger likes.
// Neither ever waits for one tid: SIGCHLD wakes them through a signalfd, orders and each other
// through eventfds. Verification costs about 20 us beside the exec itself *(measured)*. SIGCHLD
// must be blocked in every thread of the process.
#ifndef GUARD_INTERCEPTOR_EXEC_VERIFIER_H_
#define GUARD_INTERCEPTOR_EXEC_VERIFIER_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/unique_fd.h"
#include "interceptor/exec_order.h"
#include "interceptor/exec_tracer.h"
#include "interceptor/notify_listener.h"
#include "interceptor/open_turner.h"

namespace guard::interceptor {

class ExecVerifier final : public ExecRunner {
 public:
  // `calls_repeat`: of the listener's flags (seccomp_filter.h).
  static Result<std::unique_ptr<ExecVerifier>> start(NotifyListener& listener, bool calls_repeat);
  ~ExecVerifier()
      override;  // ends the thread; a tracee that is still held is killed with it (EXITKILL)

  void run(ExecOrder order) override;
  // An open that a gate holds back becomes one that guard is asked for; any thread.
  void turn(OpenToTurn order);
  // The whole tree stands still for a moment; any thread.
  void hold(TreeToHold order);

  // The mediator's. What it runs from now on is begun on this very thread, which must then call
  // attend() before every receive(): it returns when a call waits, or at once when no exec is held,
  // or after a signal.
  void join_mediator();
  void attend();

 private:
  ExecVerifier(NotifyListener& listener, bool calls_repeat, UniqueFd wake, UniqueFd signals,
               UniqueFd mediator_wake);
  void loop();
  void take_orders();
  [[nodiscard]] bool holds_any() const { return own_.holds_any() || turner_.holds_any(); }
  void begin_or_wait(ExecOrder order);
  void begin_waiting();
  void turn_or_wait(OpenToTurn open);
  void hand_over(ExecOrder order);

  NotifyListener& listener_;
  UniqueFd wake_;
  UniqueFd signals_;
  UniqueFd mediator_wake_;
  ExecsAtOnce at_once_;
  OpenTurner turner_{at_once_};  // tracer thread only
  ExecTracer own_;               // tracer thread only
  ExecTracer mediators_;         // mediator only
  // Who reads a SIGCHLD may have taken it from the other: it is woken when it holds something.
  std::atomic<bool> own_holds_ = false;
  std::atomic<bool> mediator_holds_ = false;
  std::mutex mutex_;
  std::vector<ExecOrder> orders_;          // under mutex_
  std::vector<OpenToTurn> opens_;          // under mutex_
  std::vector<TreeToHold> holds_;          // under mutex_
  bool stopping_ = false;                  // under mutex_
  std::vector<ExecOrder> waiting_;         // tracer thread only
  std::vector<OpenToTurn> waiting_opens_;  // tracer thread only
  std::thread::id mediator_;               // set before the first order
  std::thread thread_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_EXEC_VERIFIER_H_

// SPDX-License-Identifier: Apache-2.0
// ExecTracer: one thread's ptrace work for execs that were judged. One exec: SEIZE(TRACEEXEC |
// EXITKILL), INTERRUPT, still valid?, CONTINUE; where an interrupt would end the wait itself
// (CallsOnSignal::kRepeat) CONTINUE comes before it. Then either EVENT_EXEC (compare, then DETACH
// or SIGKILL) or EVENT_STOP, which means that the exec failed: DETACH. Without the INTERRUPT a
// failed exec would stay traced. A process that is seized already, because the whole tree is held
// for a moment (open_turner.h), is taken over from there: an exec that a hold coincides with is
// verified like any other. Belongs to one thread, which must not fork: a tracee is that thread's,
// and every child of it is waited for here.
#ifndef GUARD_INTERCEPTOR_PTRACE_EXEC_TRACER_H_
#define GUARD_INTERCEPTOR_PTRACE_EXEC_TRACER_H_

#include <sys/types.h>

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "interceptor/calls/call_listener.h"
#include "interceptor/ptrace/exec_order.h"
#include "interceptor/ptrace/execs_at_once.h"
#include "interceptor/ptrace/open_turner.h"
#include "interceptor/ptrace/stand_in.h"
#include "interceptor/seccomp/seccomp_filter.h"

namespace guard::interceptor {

class ExecTracer {
 public:
  // `opens`: on the same thread; it may hold who is about to exec, and gives them up. Without it
  // such orders are not taken.
  ExecTracer(CallListener& listener, ExecsAtOnce& at_once, OpenTurner* opens,
             CallsOnSignal on_signal)
      : listener_(listener),
        at_once_(at_once),
        opens_(opens),
        on_signal_(on_signal),
        stand_ins_(listener) {}

  // False: the order was not taken: another exec of the process is held, or another thread holds
  // the caller.
  [[nodiscard]] bool begin(ExecOrder& order);
  // The second call of a caller for whom a relay is to start; any thread.
  [[nodiscard]] bool answer(const Notification& call) { return stand_ins_.answer(call); }
  // After SIGCHLD. Never waits. `opens` deals with everything that it holds.
  void take_events();
  // True while a SIGCHLD may come that is for this thread.
  [[nodiscard]] bool holds_any() const { return !held_.empty() || !dying_.empty(); }
  // True, once: an order that was turned away may be begun now.
  [[nodiscard]] bool made_room();

 private:
  [[nodiscard]] bool start(ExecOrder& order);
  [[nodiscard]] bool seize(Tid tid) const;
  void let_it_exec(Tid tid, NotifyId id) const;
  void let_stand_in(Tid tid);
  void run_unverified(const ExecOrder& order);
  void on_stop(pid_t tid, int status);
  void on_end(pid_t tid);
  [[nodiscard]] pid_t seized_as(pid_t tid) const;
  void let_go(pid_t tid, int signal);
  void kill(pid_t tid);
  void settle(pid_t held, pid_t pid);
  ExecOrder finish(pid_t held, const ExecEnd& end);
  void leave(pid_t process);

  CallListener& listener_;
  ExecsAtOnce& at_once_;
  OpenTurner* opens_;
  const CallsOnSignal on_signal_;
  StandIns stand_ins_;
  std::unordered_map<pid_t, ExecOrder> held_;  // by the tid that was seized
  // Killed while traced: nobody else learns of their end before this thread has.
  std::unordered_set<pid_t> dying_;
  bool made_room_ = false;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_EXEC_TRACER_H_

// SPDX-License-Identifier: Apache-2.0
// TraceListener (CallListener): the ptrace backend (docs/decisions/0019). Where no seccomp listener
// can be had the filter answers SECCOMP_RET_TRACE where it would notify, and guard traces every
// thread of the tree from before its first instruction: a call that is to be judged is a ptrace
// stop, an answer is what guard writes into the registers of the thread that stands. Below a
// listener of somebody else, which hides SECCOMP_RET_TRACE from a tracer, every call of the tree
// stops twice and guard looks for the asked ones itself (every_call).
//
// One thread of its own makes every ptrace call and every ptrace wait, and never waits for one tid
// (as exec_verifier.h). Others hand it orders; an answer that brings a file waits for it, at most
// as long as its plan has patience, then the tracee is killed. That thread's end kills the tree
// (EXITKILL). A number of a thread cannot become another's while it is parked: guard is its tracer,
// and has not seen its end yet.
//
// A process that guard traces cannot be traced by a debugger of the tree: EPERM.
#ifndef GUARD_INTERCEPTOR_PTRACE_TRACE_LISTENER_H_
#define GUARD_INTERCEPTOR_PTRACE_TRACE_LISTENER_H_

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/ptrace/exec_runner.h"
#include "interceptor/ptrace/execs_at_once.h"
#include "interceptor/ptrace/fd_injection.h"
#include "interceptor/seccomp/seccomp_filter.h"

namespace guard::interceptor {

// A tracee that fetches a file does nothing else; a busy machine may let it wait.
inline constexpr std::chrono::milliseconds kTracerPatience = time_limit("tracer.file");

struct TracePlan {
  FilterOptions filter;     // that of the tree
  bool every_call = false;  // it runs below a listener of somebody else
  std::chrono::milliseconds patience = kTracerPatience;  // with who fetches a file
};

class TraceListener final : public CallListener, public ExecRunner {
 public:
  // SIGCHLD must be blocked in every thread of the process.
  static Result<std::unique_ptr<TraceListener>> start(const TracePlan& plan);
  ~TraceListener() override;  // what still lives of the tree is killed

  // Readable when a call waits for receive().
  [[nodiscard]] int fd() const { return ready_.get(); }
  // CHILD, which has the filter and waits, and everything that it will start.
  Result<void> seize(pid_t child);

  Result<std::optional<Notification>> receive() override;
  void stop() override;
  [[nodiscard]] bool still_valid(NotifyId id) const override;
  Result<void> answer(NotifyId id, Reply reply) override;
  // Verified at PTRACE_EVENT_EXEC; on_outcome and on_released come on the tracing thread.
  void run(ExecOrder order) override;
  [[nodiscard]] bool starts(dev_t device, ino_t inode) const override {
    return starting_.starts({device, inode});
  }

 private:
  enum class State {
    kRunning,
    kParked,     // before a call that guard was asked for
    kSkipping,   // the call is left out; its result is set behind it
    kGiving,     // fetches a file
    kGiven,      // has fetched it, and stands
    kExecuting,  // in an exec that was judged
  };
  struct Task {
    State state = State::kRunning;
    NotifyId id = 0;
    bool passed = false;  // in the call that was answered kContinue: it may stop once more
    std::int64_t result = 0;
    std::optional<CallRegisters> registers;
    std::unique_ptr<FileHandOver> hand_over;
    std::optional<ExecOrder> exec;
  };
  struct Given {
    bool gone = true;
    int number = -1;
    int error = 0;
    std::string killed = {};  // why it had to be
  };
  using Order = std::function<void()>;

  TraceListener(const TracePlan& plan, UniqueFd wake, UniqueFd signals, UniqueFd ready);
  void loop();
  void post(Order order);
  Given give(NotifyId id, pid_t tid, const Reply& reply);
  Result<void> answer_value(NotifyId id, std::int64_t value);
  Result<pid_t> take(NotifyId id, bool forget);

  // On the tracing thread.
  void take_orders();
  void take_events();
  [[nodiscard]] Task* parked(pid_t tid, NotifyId id);
  void set_result(pid_t tid, NotifyId id, std::int64_t value);
  void go_on_unchanged(pid_t tid, NotifyId id);
  void begin_hand_over(pid_t tid, NotifyId id, UniqueFd file, FileHandOver::OnExec on_exec);
  void begin_exec(const std::shared_ptr<ExecOrder>& order);
  void on_stop(pid_t tid, int status);
  void on_call_stop(pid_t tid, Task& task);
  void on_seccomp_stop(pid_t tid, Task& task);
  void on_signal(pid_t tid, Task& task, int signal);
  void on_stop_event(pid_t tid, Task& task, int signal);
  void on_exec(pid_t pid);
  void on_end(pid_t tid);
  void announce(pid_t tid, Task& task, const StoppedCall& call);
  [[nodiscard]] bool is_asked(const StoppedCall& call) const;
  void hand_over_ended(Task& task, bool gone);
  // It is guard's tracee and not waited for yet: the number is nobody else's.
  static void kill_tracee(pid_t tid);
  void kill_astray(pid_t tid, const Task& task);
  void settle_skipped(pid_t tid, Task& task);
  void end_task(pid_t tid, const ExecEnd& end);
  void resume(pid_t tid, int signal = 0) const;

  const TracePlan plan_;
  UniqueFd wake_;
  UniqueFd signals_;
  UniqueFd ready_;                         // counts the calls that wait
  std::unordered_map<pid_t, Task> tasks_;  // tracing thread only
  ExecsAtOnce starting_;                   // which files are about to run
  NotifyId next_id_ = 1;                   // tracing thread only

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Notification> calls_;               // under mutex_, as all below
  std::unordered_map<NotifyId, pid_t> waiting_;  // announced, not answered
  std::unordered_map<NotifyId, Given> given_;    // what a hand-over came to
  std::vector<Order> orders_;
  bool seized_ = false;
  bool nobody_left_ = false;
  bool stopping_ = false;  // no more calls are received
  bool ending_ = false;    // the thread ends
  std::thread thread_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_TRACE_LISTENER_H_

// SPDX-License-Identifier: Apache-2.0
// TraceListener: what each stop of a tracee means, its end included. A call that is asked is
// announced, an exec is verified, a signal goes on or waits. A stop that cannot be read, or of a
// tracee that was told to stand, ends the tracee. On the tracing thread.
#include <linux/audit.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "base/weaken.h"
#include "interceptor/ptrace/running_image.h"
#include "interceptor/ptrace/trace_listener.h"

namespace guard::interceptor {
namespace {

constexpr int kCallStop = SIGTRAP | 0x80;

#ifdef __x86_64__
constexpr std::uint32_t kNative = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t kNative = AUDIT_ARCH_AARCH64;
#endif

// The number that a non-leader had before its exec.
pid_t former_tid(pid_t tid) {
  unsigned long former = 0;
  if (::ptrace(PTRACE_GETEVENTMSG, tid, nullptr, &former) != 0) return tid;
  return static_cast<pid_t>(former);
}

bool stops_the_process(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

}  // namespace

void TraceListener::on_stop(pid_t tid, int status) {
  const int event = status >> 16;
  const int signal = WSTOPSIG(status);
  if (event == PTRACE_EVENT_EXEC) return on_exec(tid);
  Task& task = tasks_[tid];  // a new one may stop before its parent says that there is one
  if (event == PTRACE_EVENT_SECCOMP) return on_seccomp_stop(tid, task);
  if (event == PTRACE_EVENT_STOP) return on_stop_event(tid, task, signal);
  if (event != 0) return resume(tid);
  if (signal == kCallStop) return on_call_stop(tid, task);
  on_signal(tid, task, signal);
}

void TraceListener::on_seccomp_stop(pid_t tid, Task& task) {
  const bool again = plan_.every_call && (task.passed || task.state == State::kExecuting);
  if (again) return resume(tid);
  const auto call = stopped_call(tid);
  if (!call || task.state != State::kRunning) return kill_tracee(tid);
  if (is_asked(*call)) return announce(tid, task, *call);
  // A filter of the tree's own wants a tracer: as where there is none (seccomp(2)).
  const auto registers = CallRegisters::of(tid);
  if (!registers || !registers->skip_call(tid, -ENOSYS)) return kill_tracee(tid);
  resume(tid);
}

void TraceListener::on_call_stop(pid_t tid, Task& task) {
  switch (task.state) {
    case State::kGiving: {
      const auto progress = task.hand_over->took_call_stop();
      if (progress == FileHandOver::Progress::kAstray) return kill_astray(tid, task);
      if (progress == FileHandOver::Progress::kGoesOn) return resume(tid);
      task.state = State::kGiven;
      return hand_over_ended(task, false);
    }
    case State::kSkipping:
      return settle_skipped(tid, task);
    case State::kExecuting:  // behind the exec, and no EVENT_EXEC came
      end_task(tid, {ExecOutcome::kFailed, tid, "", {}});
      task.state = State::kRunning;
      return resume(tid);
    case State::kParked:
    case State::kGiven:
      return kill_tracee(tid);  // it was told to stand
    case State::kRunning:
      break;
  }
  if (!plan_.every_call) return resume(tid);
  const auto call = stopped_call(tid);
  if (!call) return kill_tracee(tid);
  if (!call->entering) task.passed = false;
  if (call->entering && is_asked(*call)) return announce(tid, task, *call);
  resume(tid);
}

// The filter answers calls of another architecture, and numbers that guard does not know.
bool TraceListener::is_asked(const StoppedCall& call) const {
  return call.architecture == kNative && asks(plan_.filter, call.number, call.arguments);
}

// Signals wait while a file is fetched; what cannot be blocked either stops the process, later, or
// ends it.
void TraceListener::on_signal(pid_t tid, Task& task, int signal) {
  if (task.state != State::kGiving) return resume(tid, signal);
  if (!stops_the_process(signal)) return kill_tracee(tid);
  task.hand_over->stop_later();
  resume(tid);
}

// SIGTRAP: a new thread, or an interrupt. Else the process is stopped (Ctrl-Z), and stays so.
void TraceListener::on_stop_event(pid_t tid, Task& task, int signal) {
  if (!stops_the_process(signal)) return resume(tid);
  if (task.state == State::kGiving) {
    task.hand_over->stop_later();
    return resume(tid);
  }
  (void)::ptrace(PTRACE_LISTEN, tid, nullptr, nullptr);
}

// In a process with several threads all others are dead; the one that execs has the leader's number
// now.
void TraceListener::on_exec(pid_t pid) {
  const pid_t former = former_tid(pid);
  const auto task = tasks_.find(former);
  auto order = task == tasks_.end() ? std::nullopt : std::exchange(task->second.exec, std::nullopt);
  on_end(former);
  if (former != pid) on_end(pid);
  if (!order) return kill_tracee(pid);  // an exec that nobody judged
  const std::uint64_t first_stack = stack_pointer(pid);
  const auto difference = difference_from(*order, pid, first_stack);
  (void)starting_.end(former);
  if (difference && !weakened("exec-verify")) {
    const auto outcome = still_stands(pid) ? ExecOutcome::kMismatch : ExecOutcome::kGone;
    kill_tracee(pid);
    return order->on_outcome({outcome, pid, *difference, {}});
  }
  const ExecMark mark = mark_of(order->expected, first_stack);
  // Before it runs: what it may do must be known when it makes its first call.
  order->on_outcome({ExecOutcome::kVerified, pid, "", mark});
  tasks_[pid] = {};
  resume(pid);
  if (order->on_released) order->on_released();
}

void TraceListener::end_task(pid_t tid, const ExecEnd& end) {
  const auto task = tasks_.find(tid);
  if (task == tasks_.end()) return;
  const auto order = std::exchange(task->second.exec, std::nullopt);
  if (!order) return;
  (void)starting_.end(tid);
  order->on_outcome(end);
}

void TraceListener::on_end(pid_t tid) {
  end_task(tid, {ExecOutcome::kGone, tid, "", {}});
  const auto task = tasks_.find(tid);
  if (task == tasks_.end()) return;
  {
    const std::lock_guard lock(mutex_);
    waiting_.erase(task->second.id);  // what is given_ is for give() to fetch
    changed_.notify_all();
  }
  tasks_.erase(task);
}

}  // namespace guard::interceptor

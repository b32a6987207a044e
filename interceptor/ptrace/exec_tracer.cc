// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/exec_tracer.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/weaken.h"
#include "interceptor/ptrace/running_image.h"

namespace guard::interceptor {
namespace {

constexpr long kOptions = PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

int event_of(int status) {
  return status >> 16;
}

// After a successful exec the former tid of a non-leader is the group leader's; the kernel tells
// the old one.
pid_t former_tid(pid_t tid) {
  unsigned long former = 0;
  if (::ptrace(PTRACE_GETEVENTMSG, tid, nullptr, &former) != 0) return tid;
  return static_cast<pid_t>(former);
}

}  // namespace

bool ExecTracer::begin(ExecOrder& order) {
  return at_once_.begin(order.process, {order.expected.device, order.expected.inode}) &&
         start(order);
}

bool ExecTracer::made_room() {
  return std::exchange(made_room_, false);
}

void ExecTracer::leave(pid_t process) {
  if (at_once_.end(process)) made_room_ = true;
}

bool ExecTracer::seize(Tid tid) const {
  if (opens_ != nullptr && opens_->give_up(tid)) return true;
  return ::ptrace(PTRACE_SEIZE, tid, nullptr, reinterpret_cast<void*>(kOptions)) == 0;
}

bool ExecTracer::start(ExecOrder& order) {
  const Tid tid = order.tid;
  // After another thread's exec the tid may be a new program's.
  const bool valid = listener_.still_valid(order.id);
  if (!valid || !seize(tid)) {
    const bool gone = !valid || errno == ESRCH;
    leave(order.process);
    if (!gone && opens_ == nullptr) return false;  // the other tracer may hold it
    gone ? order.on_outcome({ExecOutcome::kGone, tid, "", {}}) : run_unverified(order);
    return true;
  }
  const NotifyId id = order.id;
  const bool stands_in = order.stand_in != nullptr;
  held_.insert_or_assign(tid, std::move(order));
  stands_in ? let_stand_in(tid) : let_it_exec(tid, id);
  if (weakened("wait-for-any")) {
    int status = 0;
    if (::waitpid(tid, &status, __WALL | __WNOTHREAD) == tid && WIFSTOPPED(status))
      on_stop(tid, status);
  }
  return true;
}

// A thread that does not go on dies, or makes its call again: it is heard of below. Answered first,
// it may have failed and run a little before it is let go; it stays its old program. With the
// interrupt first it would wake before it is answered, and make the call again, as often as not.
void ExecTracer::let_it_exec(Tid tid, NotifyId id) const {
  const auto interrupt = [tid] { return ::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr) == 0; };
  const bool answers_first = on_signal_ == CallsOnSignal::kRepeat;
  if (!answers_first && (!interrupt() || !listener_.still_valid(id))) return;
  (void)listener_.answer(id, Reply::proceed(permit_continue(ContinueReason::kExecVerified)));
  if (answers_first) (void)interrupt();
}

// A caller that cannot be turned is refused: it stops on its way out of the refused call.
void ExecTracer::let_stand_in(Tid tid) {
  const ExecOrder& order = held_.at(tid);
  const bool waits = on_signal_ != CallsOnSignal::kRepeat &&
                     ::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr) == 0 &&
                     listener_.still_valid(order.id);
  if (!waits || !stand_ins_.begin(order)) (void)listener_.answer(order.id, Reply::fail(EPERM));
}

// EPERM: already traced, by a debugger of the tree itself.
void ExecTracer::run_unverified(const ExecOrder& order) {
  Reply reply = order.may_run_unverified
                    ? Reply::proceed(permit_continue(ContinueReason::kExecUnderDebugger))
                    : Reply::fail(EPERM);
  const auto outcome = order.may_run_unverified ? ExecOutcome::kUnverified : ExecOutcome::kRefused;
  order.on_outcome({outcome, order.tid, "a debugger holds the process", {}});
  (void)listener_.answer(order.id, std::move(reply));
}

void ExecTracer::take_events() {
  while (holds_any() || (opens_ != nullptr && opens_->holds_any())) {
    int status = 0;
    // __WNOTHREAD: only what this thread traces; guard's children belong to the thread that forked
    // them.
    const pid_t tid = ::waitpid(-1, &status, WNOHANG | __WALL | __WNOTHREAD);
    if (tid < 0 && errno == ECHILD) dying_.clear();
    if (tid <= 0) return;
    const bool stopped = WIFSTOPPED(status);
    const bool is_open =
        opens_ != nullptr && (stopped ? opens_->took_stop(tid, status) : opens_->took_end(tid));
    if (is_open) continue;
    if (stopped) {
      on_stop(tid, status);
    } else {
      on_end(tid);
    }
  }
}

void ExecTracer::on_end(pid_t tid) {
  stand_ins_.forget(seized_as(tid));
  dying_.erase(tid);
  finish(seized_as(tid), {ExecOutcome::kGone, tid, "", {}});
}

// Another thread than the leader that has got as far as de_thread (fs/exec.c) has the leader's
// number by then, and dies under it.
pid_t ExecTracer::seized_as(pid_t tid) const {
  if (held_.contains(tid)) return tid;
  const auto found = std::find_if(held_.begin(), held_.end(),
                                  [tid](const auto& held) { return held.second.process == tid; });
  return found == held_.end() ? tid : found->first;
}

// A thread that does not stand any more was killed meanwhile, and stays traced until it has ended.
void ExecTracer::let_go(pid_t tid, int signal) {
  const auto data = reinterpret_cast<void*>(static_cast<long>(signal));
  if (::ptrace(PTRACE_DETACH, tid, nullptr, data) != 0) dying_.insert(tid);
}

void ExecTracer::kill(pid_t tid) {
  ::kill(tid, SIGKILL);
  let_go(tid, SIGKILL);
}

void ExecTracer::on_stop(pid_t tid, int status) {
  const bool execs = event_of(status) == PTRACE_EVENT_EXEC;
  if (stand_ins_.took_stop(execs ? former_tid(tid) : tid, status)) return;
  if (execs) {
    settle(former_tid(tid), tid);
    return;
  }
  // EVENT_STOP on the way out of the call: the exec failed. Anything else is a signal on its way:
  // let it through.
  // One that was watched stops behind its call, too.
  const bool by_signal =
      event_of(status) != PTRACE_EVENT_STOP && WSTOPSIG(status) != (SIGTRAP | 0x80);
  let_go(tid, by_signal ? WSTOPSIG(status) : 0);
  finish(seized_as(tid), {ExecOutcome::kFailed, tid, "", {}});
}

void ExecTracer::settle(pid_t held, pid_t pid) {
  const auto found = held_.find(held);
  if (found == held_.end()) {
    kill(pid);  // an exec that nobody judged
    return;
  }
  const std::uint64_t first_stack = stack_pointer(pid);
  const auto difference = difference_from(found->second, pid, first_stack);
  if (difference && !weakened("exec-verify")) {
    const auto outcome = still_stands(pid) ? ExecOutcome::kMismatch : ExecOutcome::kGone;
    kill(pid);
    finish(held, {outcome, pid, *difference, {}});
    return;
  }
  // Before it runs: what it may do (a lease) must be known when it makes its first call.
  const ExecMark mark = mark_of(found->second.expected, first_stack);
  const ExecOrder order = finish(held, {ExecOutcome::kVerified, pid, "", mark});
  if (!order.is_watched || opens_ == nullptr || !opens_->watch(pid)) let_go(pid, 0);
  if (order.on_released) order.on_released();
}

ExecOrder ExecTracer::finish(pid_t held, const ExecEnd& end) {
  const auto found = held_.find(held);
  if (found == held_.end()) return {};
  ExecOrder order = std::move(found->second);
  held_.erase(found);
  leave(order.process);
  order.on_outcome(end);
  return order;
}

}  // namespace guard::interceptor

// SPDX-License-Identifier: Apache-2.0
#include "interceptor/exec_verifier.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/weaken.h"
#include "interceptor/held_call.h"
#include "interceptor/running_image.h"

namespace guard::interceptor {
namespace {

constexpr long kOptions = PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

int event_of(int status) {
  return status >> 16;
}

void detach(pid_t tid, int signal) {
  (void)::ptrace(PTRACE_DETACH, tid, nullptr, reinterpret_cast<void*>(static_cast<long>(signal)));
}

// After a successful exec the former tid of a non-leader is the group leader's; the kernel tells
// the old one.
pid_t former_tid(pid_t tid) {
  unsigned long former = 0;
  if (::ptrace(PTRACE_GETEVENTMSG, tid, nullptr, &former) != 0) return tid;
  return static_cast<pid_t>(former);
}

void drain(int fd) {
  std::array<char, 4096> buffer{};
  while (::read(fd, buffer.data(), buffer.size()) > 0) {
  }
}

}  // namespace

ExecVerifier::ExecVerifier(NotifyListener& listener, UniqueFd wake, UniqueFd signals)
    : listener_(listener), wake_(std::move(wake)), signals_(std::move(signals)) {}

ExecOrder order_of(const HeldCall& call) {
  ExecOrder order;
  order.id = call.raw.notification.id;
  order.tid = call.raw.notification.tid;
  order.process = call.tracee->tgid;
  order.expected = {call.image->running_device, call.image->running_inode, call.image->running_argv,
                    call.raw.envp, call.image->running_changed};
  return order;
}

Result<std::unique_ptr<ExecVerifier>> ExecVerifier::start(NotifyListener& listener) {
  UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake.valid()) return fail_errno("eventfd");
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  UniqueFd signals(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals.valid()) return fail_errno("signalfd");
  std::unique_ptr<ExecVerifier> verifier(
      new ExecVerifier(listener, std::move(wake), std::move(signals)));
  verifier->thread_ = std::thread([raw = verifier.get()] { raw->loop(); });
  return verifier;
}

ExecVerifier::~ExecVerifier() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  const std::uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof(one));
  if (thread_.joinable()) thread_.join();
}

void ExecVerifier::run(ExecOrder order) {
  {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(order));
  }
  const std::uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof(one));
}

void ExecVerifier::loop() {
  while (true) {
    std::array<pollfd, 2> ready = {{{wake_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) return;
    drain(wake_.get());
    drain(signals_.get());
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    take_orders();
    take_events();
    begin_waiting();
  }
}

void ExecVerifier::take_orders() {
  std::vector<ExecOrder> orders;
  {
    const std::lock_guard lock(mutex_);
    orders.swap(orders_);
  }
  for (ExecOrder& order : orders) begin(std::move(order));
}

bool ExecVerifier::holds_another_of(pid_t process) const {
  if (weakened("one-exec-a-process")) return false;
  return std::any_of(held_.begin(), held_.end(),
                     [process](const auto& held) { return held.second.process == process; });
}

// Those whose turn has come, or that have died with the exec of another thread.
void ExecVerifier::begin_waiting() {
  std::vector<ExecOrder> orders;
  orders.swap(waiting_);
  for (ExecOrder& order : orders) begin(std::move(order));
}

void ExecVerifier::begin(ExecOrder order) {
  const Tid tid = order.tid;
  if (holds_another_of(order.process)) {
    waiting_.push_back(std::move(order));
    return;
  }
  // After another thread's exec the tid may be a new program's.
  if (!listener_.still_valid(order.id)) {
    order.on_outcome(ExecOutcome::kGone, tid, "");
    return;
  }
  if (::ptrace(PTRACE_SEIZE, tid, nullptr, reinterpret_cast<void*>(kOptions)) != 0) {
    if (errno == ESRCH) {
      order.on_outcome(ExecOutcome::kGone, tid, "");
      return;
    }
    // EPERM: already traced, by a debugger of the tree itself.
    Reply reply = order.may_run_unverified
                      ? Reply::proceed(permit_continue(ContinueReason::kExecUnderDebugger))
                      : Reply::fail(EPERM);
    const auto outcome =
        order.may_run_unverified ? ExecOutcome::kUnverified : ExecOutcome::kRefused;
    order.on_outcome(outcome, tid, "a debugger holds the process");
    (void)listener_.answer(order.id, std::move(reply));
    return;
  }
  const bool interrupted = ::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr) == 0;
  const auto held = held_.insert_or_assign(tid, std::move(order)).first;
  if (!interrupted || !listener_.still_valid(held->second.id))
    return;  // it dies: its exit is reaped below
  (void)listener_.answer(held->second.id,
                         Reply::proceed(permit_continue(ContinueReason::kExecVerified)));
  if (weakened("wait-for-any")) {
    int status = 0;
    if (::waitpid(tid, &status, __WALL | __WNOTHREAD) == tid && WIFSTOPPED(status))
      on_stop(tid, status);
  }
}

void ExecVerifier::take_events() {
  while (true) {
    int status = 0;
    // __WNOTHREAD: only what this thread traces; guard's children belong to the thread that forked
    // them.
    const pid_t tid = ::waitpid(-1, &status, WNOHANG | __WALL | __WNOTHREAD);
    if (tid <= 0) return;
    if (WIFSTOPPED(status)) {
      on_stop(tid, status);
    } else {
      finish(tid, ExecOutcome::kGone, tid, "");
    }
  }
}

void ExecVerifier::on_stop(pid_t tid, int status) {
  if (event_of(status) == PTRACE_EVENT_EXEC) {
    settle(former_tid(tid), tid);
    return;
  }
  // EVENT_STOP on the way out of the call: the exec failed. Anything else is a signal on its way:
  // let it through.
  detach(tid, event_of(status) == PTRACE_EVENT_STOP ? 0 : WSTOPSIG(status));
  finish(tid, ExecOutcome::kFailed, tid, "");
}

void ExecVerifier::settle(pid_t held, pid_t pid) {
  const auto found = held_.find(held);
  if (found == held_.end()) {
    ::kill(pid, SIGKILL);  // an exec that nobody judged
    return;
  }
  const auto difference = difference_from(found->second.expected, pid);
  if (difference && !weakened("exec-verify")) {
    ::kill(pid, SIGKILL);
    detach(pid, SIGKILL);
    finish(held, ExecOutcome::kMismatch, pid, *difference);
    return;
  }
  // Before it runs: what it may do (a lease) must be known when it makes its first call.
  const ExecOrder order = finish(held, ExecOutcome::kVerified, pid, "");
  detach(pid, 0);
  if (order.on_released) order.on_released();
}

ExecOrder ExecVerifier::finish(pid_t held, ExecOutcome outcome, pid_t pid,
                               const std::string& detail) {
  const auto found = held_.find(held);
  if (found == held_.end()) return {};
  ExecOrder order = std::move(found->second);
  held_.erase(found);
  order.on_outcome(outcome, pid, detail);
  return order;
}

}  // namespace guard::interceptor

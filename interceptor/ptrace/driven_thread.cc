// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/driven_thread.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <utility>

namespace guard::interceptor {
namespace {

constexpr long kOptions = PTRACE_O_TRACECLONE | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
constexpr std::uint64_t kHeldSignals = ~(1ULL << (SIGSYS - 1));
constexpr int kCallStop = SIGTRAP | 0x80;

int event_of(int status) {
  return status >> 16;
}

bool mask_request(int request, pid_t tid, std::uint64_t mask) {
  return ::ptrace(static_cast<__ptrace_request>(request), tid,
                  reinterpret_cast<void*>(sizeof(mask)), &mask) == 0;
}

tl::unexpected<Error> gone() {
  return fail(Code::kGone, "a thread that guard drives");
}

}  // namespace

Result<DrivenThread> DrivenThread::seize(pid_t tid, const std::atomic<bool>& stopping) {
  if (::ptrace(PTRACE_SEIZE, tid, nullptr, reinterpret_cast<void*>(kOptions)) != 0)
    return errno == ESRCH ? Result<DrivenThread>(gone()) : fail_errno("seize");
  return DrivenThread(tid, stopping);
}

DrivenThread DrivenThread::adopt(pid_t tid, const std::atomic<bool>& stopping) {
  return {tid, stopping};
}

DrivenThread::DrivenThread(DrivenThread&& other) noexcept
    : tid_(other.tid_),
      stopping_(other.stopping_),
      registers_(other.registers_),
      signal_mask_(other.signal_mask_),
      made_(other.made_),
      stands_(std::exchange(other.stands_, false)) {}

DrivenThread::~DrivenThread() {
  if (stands_) (void)::ptrace(PTRACE_DETACH, tid_, nullptr, nullptr);
}

Result<void> DrivenThread::interrupt() const {
  if (::ptrace(PTRACE_INTERRUPT, tid_, nullptr, nullptr) != 0) return gone();
  return {};
}

// Blocks. A stop, the thread's end, or a signal of guard's own ends the wait.
Result<int> DrivenThread::next_stop() {
  stands_ = false;
  int status = 0;
  while (::waitpid(tid_, &status, __WALL | __WNOTHREAD) < 0) {
    if (errno != EINTR || stopping_.load()) return gone();
  }
  if (!WIFSTOPPED(status)) return gone();
  stands_ = true;
  return status;
}

Result<void> DrivenThread::resume() {
  if (::ptrace(PTRACE_SYSCALL, tid_, nullptr, nullptr) != 0) return gone();
  return {};
}

tl::unexpected<Error> DrivenThread::astray() {
  ::kill(tid_, SIGKILL);
  return fail(Code::kRefused, "a thread made another call than guard told it to");
}

// The kernel looks at interrupts before it delivers a signal: anything else than EVENT_STOP means
// that the thread was elsewhere.
Result<void> DrivenThread::await_stop() {
  const auto status = next_stop();
  if (!status) return forward(status.error());
  if (event_of(*status) != PTRACE_EVENT_STOP) {
    stands_ = false;
    const auto signal = reinterpret_cast<void*>(static_cast<long>(WSTOPSIG(*status)));
    (void)::ptrace(PTRACE_DETACH, tid_, nullptr, signal);
    return gone();
  }
  registers_ = CallRegisters::of(tid_);
  if (!registers_) return gone();
  return {};
}

bool DrivenThread::was_interrupted_in(const CallToMake& call) const {
  return registers_ && registers_->is_interrupted(call);
}

// Stops on the way: EVENT_CLONE of a clone, and EVENT_STOP when the process is stopped (SIGSTOP):
// the kernel stops it again when it is let go.
Result<std::int64_t> DrivenThread::make(const CallToMake& call) {
  if (!set_up(call)) return gone();
  bool inside = false;
  while (true) {
    if (auto resumed = resume(); !resumed) return forward(resumed.error());
    const auto status = next_stop();
    if (!status) return forward(status.error());
    const int event = event_of(*status);
    unsigned long made = 0;
    if (event == PTRACE_EVENT_CLONE && ::ptrace(PTRACE_GETEVENTMSG, tid_, nullptr, &made) == 0)
      made_ = static_cast<pid_t>(made);
    if (event != 0) continue;
    if (WSTOPSIG(*status) != kCallStop) return astray();
    if (inside) break;
    inside = registers_->is_before(tid_, call);
    if (!inside) return astray();
  }
  const auto result = result_of_call(tid_);
  if (!result) return astray();
  return was_trapped(call, *result) ? take_trap() : *result;
}

// SECCOMP_RET_TRAP leaves the number of the call where its result would be, which none of the calls
// made here has for a result but clone.
bool DrivenThread::was_trapped(const CallToMake& call, std::int64_t result) const {
  return result == call.number && (call.number != SYS_clone || made_ < 0);
}

// Its signal comes before anything else of the program, and is not for the program.
Result<std::int64_t> DrivenThread::take_trap() {
  if (auto resumed = resume(); !resumed) return forward(resumed.error());
  const auto status = next_stop();
  if (!status) return forward(status.error());
  if (WSTOPSIG(*status) != SIGSYS) return astray();
  return -EPERM;
}

bool DrivenThread::set_up(const CallToMake& call) const {
  return registers_ && registers_->make_call(tid_, call);
}

Result<void> DrivenThread::end_by(const CallToMake& call) {
  const auto result = make(call);
  if (result) return astray();
  if (result.error().code != Code::kGone) return forward(result.error());
  return {};
}

bool DrivenThread::hold_signals() {
  return ::ptrace(static_cast<__ptrace_request>(PTRACE_GETSIGMASK), tid_,
                  reinterpret_cast<void*>(sizeof(signal_mask_)), &signal_mask_) == 0 &&
         mask_request(PTRACE_SETSIGMASK, tid_, kHeldSignals);
}

void DrivenThread::free_signals() const {
  (void)mask_request(PTRACE_SETSIGMASK, tid_, signal_mask_);
}

}  // namespace guard::interceptor

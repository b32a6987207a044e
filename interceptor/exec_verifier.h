// SPDX-License-Identifier: Apache-2.0
// ExecVerifier: the program that starts is the one that was judged, or it is killed before its
// first instruction. Owns the tracer thread, which makes every ptrace and ptrace-wait call of guard
// (a tracee belongs to one thread) and never waits for one tid: SIGCHLD wakes it through a
// signalfd, orders through an eventfd. One exec: SEIZE(TRACEEXEC|EXITKILL), INTERRUPT, still
// valid?, CONTINUE. Then either EVENT_EXEC (compare, then DETACH or SIGKILL) or EVENT_STOP, which
// means that the exec failed: DETACH. Without the INTERRUPT a failed exec would stay traced.
// Of several threads of one process that exec at once, one is held at a time: the kernel keeps the
// process' exec lock until all its other threads are gone, so seizing one of these would wait for
// ever (traced ones are gone only when their tracer has seen it).
// Verification costs about 45 us *(measured)*. SIGCHLD must be blocked in every thread of the
// process.
#ifndef GUARD_INTERCEPTOR_EXEC_VERIFIER_H_
#define GUARD_INTERCEPTOR_EXEC_VERIFIER_H_

#include <sys/types.h>
#include <time.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "base/unique_fd.h"
#include "interceptor/notification.h"
#include "interceptor/notify_listener.h"

namespace guard::interceptor {

// What /proc must show at PTRACE_EVENT_EXEC.
struct ExpectedImage {
  dev_t device = 0;
  ino_t inode = 0;
  std::vector<std::string> argv;
  std::vector<std::string> envp;
  timespec changed{};  // ctime: nobody but the kernel sets it
};

enum class ExecOutcome {
  kVerified,    // runs, and is what was judged
  kFailed,      // the kernel refused the exec; the tracee got its errno
  kMismatch,    // something else would have run: killed
  kUnverified,  // an in-tree debugger holds the ptrace slot; continued only if the order allowed it
  kRefused,     // as kUnverified, but not allowed: answered EPERM
  kGone,
};

struct ExecOrder {
  NotifyId id = 0;
  Tid tid = 0;
  pid_t process = 0;  // the thread group of tid
  ExpectedImage expected;
  bool may_run_unverified = false;  // never for a class that is asked for
  // On the tracer thread; hands on, does not work. `pid` is the thread group that now runs the
  // image.
  std::function<void(ExecOutcome, pid_t pid, const std::string& detail)> on_outcome;
  // On the tracer thread, once a verified program runs: for what it need not wait for. May be
  // empty.
  std::function<void()> on_released;
};

struct HeldCall;
// Of a resolved exec; what shall happen at its outcome is the caller's to fill in.
[[nodiscard]] ExecOrder order_of(const HeldCall& call);

class ExecVerifier {
 public:
  static Result<std::unique_ptr<ExecVerifier>> start(NotifyListener& listener);
  ~ExecVerifier();  // ends the thread; a tracee that is still held is killed with it (EXITKILL)
  ExecVerifier(const ExecVerifier&) = delete;
  ExecVerifier& operator=(const ExecVerifier&) = delete;

  void run(ExecOrder order);  // any thread

 private:
  ExecVerifier(NotifyListener& listener, UniqueFd wake, UniqueFd signals);
  void loop();
  void take_orders();
  void begin(ExecOrder order);
  void begin_waiting();
  [[nodiscard]] bool holds_another_of(pid_t process) const;
  void take_events();
  void on_stop(pid_t tid, int status);
  void settle(pid_t held, pid_t pid);
  ExecOrder finish(pid_t held, ExecOutcome outcome, pid_t pid, const std::string& detail);

  NotifyListener& listener_;
  UniqueFd wake_;
  UniqueFd signals_;
  std::mutex mutex_;
  std::vector<ExecOrder> orders_;              // under mutex_
  bool stopping_ = false;                      // under mutex_
  std::unordered_map<pid_t, ExecOrder> held_;  // tracer thread only, by the tid that was seized
  std::vector<ExecOrder> waiting_;             // tracer thread only
  std::thread thread_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_EXEC_VERIFIER_H_

// SPDX-License-Identifier: Apache-2.0
// ExecRunner: lets an exec that was judged go on, and sees to it that nothing else runs. Each
// backend has its own (exec_verifier.h, trace_listener.h, preload_listener.h).
#ifndef GUARD_INTERCEPTOR_PTRACE_EXEC_RUNNER_H_
#define GUARD_INTERCEPTOR_PTRACE_EXEC_RUNNER_H_

#include <sys/types.h>

#include "interceptor/ptrace/exec_order.h"

namespace guard::interceptor {

class ExecRunner {
 public:
  ExecRunner() = default;
  virtual ~ExecRunner() = default;
  ExecRunner(const ExecRunner&) = delete;
  ExecRunner& operator=(const ExecRunner&) = delete;
  virtual void run(ExecOrder order) = 0;  // any thread
  // It can run a stand-in (stand_in.h).
  [[nodiscard]] virtual bool can_stand_in() const { return false; }
  // The second call of a caller for whom a stand-in starts: it is answered. Any thread.
  [[nodiscard]] virtual bool answered(const Notification& /*call*/) { return false; }
  // True: it lets go again of everything it traces, mostly within moments: a held tree and an open
  // that is turned (open_turner.h) may last until an answer. False: it keeps them, or traces
  // nobody.
  [[nodiscard]] virtual bool traces_for_moments() const { return false; }
  // A program is about to run this file and has not been verified: whoever changes the file's
  // status meanwhile would have it ended for that.
  [[nodiscard]] virtual bool starts(dev_t /*device*/, ino_t /*inode*/) const { return false; }
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_EXEC_RUNNER_H_

// SPDX-License-Identifier: Apache-2.0
// RaisedRuns: the approved programs that run outside of supervision, each with the relay that
// stands for it in the tree (interceptor/relay): passes signals, stops and the end on. A thread for
// each, which is the program's parent. What the relay says decides nothing but signals to a program
// that it was approved to start.
//
// Any thread. The end of a session waits for none of them: a relay that is gone takes its program's
// terminal and sends it SIGHUP and SIGTERM, as a closed terminal would.
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISED_RUNS_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISED_RUNS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/ptrace/exec_order.h"
#include "interceptor/ptrace/exec_runner.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

class RaisedRuns {
 public:
  // kUnsupported: the relay is not installed, or this backend cannot start it.
  static Result<std::unique_ptr<RaisedRuns>> make(const interceptor::ExecRunner& runner);

  // Turns ORDER, of an approved exec, into one that starts the relay. What is to run is CALL's
  // image; its end of the socket is kept for start().
  Result<void> prepare(PendingCall& call, interceptor::ExecOrder& order);
  // The relay stands before its first instruction as process PID.
  void start(PendingCall& call, pid_t pid);

 private:
  explicit RaisedRuns(std::string relay) : relay_(std::move(relay)) {}

  const std::string relay_;  // its path
};

// An image that may be raised: set-user-ID of root, a program and no script.
[[nodiscard]] bool can_be_raised(const PendingCall& call);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISED_RUNS_H_

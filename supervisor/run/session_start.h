// SPDX-License-Identifier: Apache-2.0
// SessionStart: what serve() has made before the first thread of a session may start. The session
// takes it apart: RunPlan and ProcessLinks are its first two parts. Values and owners; no thread.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_START_H_
#define GUARD_SUPERVISOR_RUN_SESSION_START_H_

#include <memory>
#include <string>

#include "base/files/unique_fd.h"
#include "base/process/pid_handle.h"
#include "interceptor/launch/reaper.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/processes/front_link.h"
#include "supervisor/run/backend_setup.h"
#include "supervisor/run/options.h"
#include "supervisor/run/protection_level.h"
#include "supervisor/run/session_alerts.h"
#include "supervisor/secrets/read_gates.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

struct SessionStart {
  RunOptions options;
  const FrontLink& front;
  interceptor::Reaper reaper;
  std::unique_ptr<Recorder> recorder;
  std::unique_ptr<UndoStore> undo;  // null: --no-undo
  std::string redaction_key;
  const ProtectionLevel& level;
  const PidHandle& ward;
  ReadGatePlan gate;
  AlertSetup alerts;
  BackendSetup backend;
  UniqueFd own_lines;  // ProcessLinks
};

// The decisions about the run that came before CMD was launched.
struct RunPlan {
  const RunOptions options;
  const ProtectionLevel level;
  ReadGatePlan read_gate;
};

// The processes that the serving process talks to: the front shows lines and passes signals on, the
// reaper launches CMD and ends the tree.
struct ProcessLinks {
  const FrontLink& front;
  interceptor::Reaper reaper;
  // The file that guard's standard error is, for what is told once the front has left. A pipe or a
  // terminal is not kept: whoever reads one waits for its end. Invalid: it is none.
  UniqueFd own_lines;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_START_H_

// SPDX-License-Identifier: Apache-2.0
// SessionControl: the part of a session that lives on its control thread: the Asio loop, and
// everything that waits on it.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_CONTROL_H_
#define GUARD_SUPERVISOR_RUN_SESSION_CONTROL_H_

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "base/files/socket_entry.h"
#include "base/process/pid_handle.h"
#include "supervisor/api/server.h"
#include "supervisor/approval/broker.h"
#include "supervisor/ask/approvers.h"
#include "supervisor/call/call_record.h"
#include "supervisor/run/hang_up.h"
#include "supervisor/run/options.h"
#include "supervisor/run/session_alerts.h"
#include "supervisor/run/session_brake.h"
#include "supervisor/run/session_start.h"
#include "supervisor/run/upkeep.h"
#include "supervisor/secrets/secret_reads.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

struct SessionControlContext {
  const RunOptions& options;
  const ProcessLinks& links;
  const PidHandle& ward;
  Broker& broker;
  CallRecorder& record;
  UndoStore* undo;  // null: --no-undo
  CallBrake& calls;
  std::function<void(CallBrake::Job)> post;  // to a worker
  AlertSetup alerts;
  TellFront tell;
  TellFront tell_later;  // once CMD has ended
  TellFront tell_paused;
  TellFront tell_resumed;
};

// Everything below `io` waits on it, and so ends before it. `approvers` come before `io`, because
// `api` and `upkeep` refer to them.
struct SessionControl {
  explicit SessionControl(SessionControlContext context);
  SessionControl(const SessionControl&) = delete;
  SessionControl& operator=(const SessionControl&) = delete;

  const std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
  Approvers approvers;
  boost::asio::io_context io{1};
  SessionAlerts alerts;
  std::unique_ptr<ApiServer> api;  // null until open_socket()
  std::optional<SocketEntry> entry;
  boost::asio::posix::stream_descriptor front_events;
  boost::asio::posix::stream_descriptor reaper_events;
  boost::asio::posix::stream_descriptor ward_events;
  SessionBrake brake;
  HangUp hang_up;
  Upkeep upkeep;
};

// How the run ends, as far as it is known by now.
struct RunEnd {
  bool front_left = false;
  bool was_killed = false;         // the front died without a word before CMD ended
  std::atomic<bool> told = false;  // the front knows how CMD ended
  int asked_to_end = 0;            // by that signal, which was passed on to CMD
  bool terminal_is_gone = false;   // it was closed, or its line was lost
  int exit_status = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_CONTROL_H_

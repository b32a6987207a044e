// SPDX-License-Identifier: Apache-2.0
// Session: one supervised run: its parts, connected once, and the loop of its control thread. Made,
// launched and run by serve() (serve.h) in the serving process. The members end in reverse order:
// threads before what they use.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_H_
#define GUARD_SUPERVISOR_RUN_SESSION_H_

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/process/pid_handle.h"
#include "interceptor/launch/reaper.h"
#include "interceptor/operations/call_resolver.h"
#include "supervisor/api/server.h"
#include "supervisor/ask/approvers.h"
#include "supervisor/judge/judging_stages.h"
#include "supervisor/judge/nested_sessions.h"
#include "supervisor/pipeline/pipeline.h"
#include "supervisor/run/backend_setup.h"
#include "supervisor/run/protection_level.h"
#include "supervisor/run/session_alerts.h"
#include "supervisor/run/session_plan.h"
#include "supervisor/run/session_records.h"
#include "supervisor/run/session_view.h"
#include "supervisor/run/stores.h"
#include "supervisor/run/upkeep.h"
#include "supervisor/secrets/read_gates.h"
#include "supervisor/secrets/secret_reads.h"

namespace guard::supervisor {

// What serve() has made before the first thread of a session may start.
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
};

class Session {
 public:
  explicit Session(SessionStart start);

  Result<void> open_socket();
  // Before its first call is answered. Without it each umask is read when it is wanted.
  void assume_umask_of(pid_t command);
  Result<void> launch();
  int run();

 private:
  // A line on guard's own standard error. Any thread.
  void tell(const std::string& line);
  bool is_committed(const PendingCall& call) const;
  Savable savable() const;
  // Once the backend stands: of listener_, gate_, resolver_, executor_, execs_ and workers_.
  PipelineParts pipeline_parts();
  void wait_for_front();
  // False: nothing more will come.
  bool on_front();
  void wait_for_reaper();
  bool on_reaper();
  [[nodiscard]] std::uint64_t failing_refusals() const;
  // Who ended the command by hand takes it for ended, whatever else of it still runs.
  void ask_no_more_after(int signal);
  void tell_end(FrontMessageKind kind, int value);
  // The ward died first: it can no longer end the tree, so nothing is left to chance.
  void wait_for_ward();
  // The reaper was told to end everything and did, or was killed: then its children came to us.
  void end_after_reaper();
  void forget_process(pid_t pid, Gone how);
  ApiBackend backend();
  Result<nlohmann::json> join(const InsideClient& client, const nlohmann::json& body);
  Result<nlohmann::json> refused_to(const InsideClient& client) const;

  const RunOptions options_;
  const ProtectionLevel level_;
  ReadGatePlan read_gate_;
  const FrontLink& front_;
  interceptor::Reaper reaper_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<UndoStore> undo_;  // null: --no-undo
  Redactor redactor_;
  BornSet born_;
  policy::PathClassifier classifier_;
  BuildFolders build_folders_;
  GitFacts git_;  // as it was before the command
  interceptor::TraceeTable tracees_;
  interceptor::OutsidePaths names_;
  PathFacts paths_;
  NetworkFacts network_;
  NameHints name_hints_;
  SocketMemory sockets_;
  LeaseTable leases_;
  Grants grants_{standing_grants_of(options_)};
  Broker broker_;
  ProcessTree tree_;
  LiveActs live_;
  CallRecorder record_;
  JudgingStages stages_;
  Saver saver_;
  NestedSessions nested_;
  InsideClients inside_clients_;
  interceptor::Credentials own_;
  BackendSetup backend_;
  std::unique_ptr<interceptor::CallListener> listener_;
  interceptor::ExecRunner* execs_ = nullptr;  // what lets execs go on: verifier_, or listener_
  std::optional<interceptor::SocketGate> gate_;
  std::optional<interceptor::CallResolver> resolver_;
  std::optional<interceptor::Executor> executor_;
  std::optional<Pipeline> pipeline_;
  std::optional<WorkerPool> workers_;
  std::unique_ptr<interceptor::ExecVerifier> verifier_;  // null: the listener lets execs go on
  std::unique_ptr<SecretReads> secrets_;                 // null: reads are not judged
  const std::chrono::system_clock::time_point started_ = std::chrono::system_clock::now();
  Approvers approvers_{*options_.policy, options_.socket_path, ::getuid()};
  boost::asio::io_context io_{1};
  SessionAlerts alerts_;
  std::unique_ptr<ApiServer> api_;
  boost::asio::posix::stream_descriptor front_events_;
  boost::asio::posix::stream_descriptor reaper_events_;
  boost::asio::posix::stream_descriptor ward_events_;
  Upkeep upkeep_;
  bool front_left_ = false;
  bool end_told_ = false;
  int exit_status_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_H_

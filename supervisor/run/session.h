// SPDX-License-Identifier: Apache-2.0
// Session: one supervised run: its parts, connected once, and the loop of its control thread. Made,
// launched and run by serve() (serve.h) in the serving process.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_H_
#define GUARD_SUPERVISOR_RUN_SESSION_H_

#include <sys/types.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "supervisor/api/backend.h"
#include "supervisor/pipeline/pipeline.h"
#include "supervisor/run/session_control.h"
#include "supervisor/run/session_facts.h"
#include "supervisor/run/session_interception.h"
#include "supervisor/run/session_judging.h"
#include "supervisor/run/session_recording.h"
#include "supervisor/run/session_start.h"
#include "supervisor/run/stores.h"

namespace guard::supervisor {

class Session {
 public:
  explicit Session(SessionStart start);

  Result<void> open_socket();
  // Before its first call is answered. Without it each umask is read when it is wanted.
  void assume_umask_of(pid_t command);
  Result<void> launch();
  int run();
  // Once it has run: whoever still sends the record, where there is one.
  [[nodiscard]] std::optional<SideProcess> take_sender() { return control_.alerts.take_sender(); }

 private:
  // A line on guard's own standard error. Any thread.
  void tell(const std::string& line);
  void tell_later(const std::string& line);
  void tell_refusal(const std::string& line);
  void tell_as(FrontMessageKind kind, const std::string& line);
  void look_beside();
  void tell_unsafe(const std::string& line);
  // Where rules about host names hold for less than they say.
  void tell_names();
  bool is_committed(const PendingCall& call) const;
  void list_socket();
  std::vector<KnownSecret> secrets_below(const std::string& path) const;
  // Callbacks by which parts above reach parts below. They run later.
  RecordingContext recording_context();
  [[nodiscard]] AskAtFront ask_at_front();
  [[nodiscard]] RaisedContext raised_context();
  [[nodiscard]] policy::Raising raising_by(const BackendSetup& setup) const;
  JudgingContext judging_context(const BackendSetup& setup);
  // Once the backend stands: interception_ and the workers have values.
  PipelineParts pipeline_parts();
  // Guard stands in the connections to key agents from now on.
  void relay_keys();
  [[nodiscard]] QuestionContext question_context() const;
  void wait_for_front();
  // False: nothing more will come.
  bool on_front();
  void wait_for_reaper();
  bool on_reaper();
  [[nodiscard]] std::uint64_t failing_refusals() const;
  std::uint64_t end_questions(FrontMessageKind kind, int value);
  void tell_end(FrontMessageKind kind, int value);
  [[nodiscard]] bool end_or_tell_rest();
  void tell_what_runs_outside(bool goes_on);
  void close_own_record();
  // The ward died first: it can no longer end the tree, so nothing is left to chance.
  void wait_for_ward();
  // The reaper was told to end everything and did, or was killed: then its children came to us.
  void end_after_reaper();
  void forget_process(pid_t pid, Gone how);
  ApiBackend backend();
  Result<nlohmann::json> begin_checkpoint(const std::string& name);
  Result<nlohmann::json> own_changes();
  Result<nlohmann::json> join(const InsideClient& client, const nlohmann::json& body);
  Result<nlohmann::json> refused_to(const InsideClient& client) const;

  // The parts are made from the first to the last, and end from the last to the first. A part
  // refers to parts above it. A few callbacks reach a part below: an answer reaches the rules, an
  // ended process the judge, a tried call the alerts, a judged file the secrets. They run only
  // inside run(), because no call and no request is handled before or after it.

  // Outlives all: every part reads the options, and the secrets need the lock of their leases.
  RunPlan plan_;
  // Outlives whatever may tell the front a line or end the tree.
  ProcessLinks links_;
  // Outlives the recording, the saver and the upkeep, which write into the stores.
  SessionStores stores_;
  // Outlives the judging, the pipeline and the secrets, which look files up, and the process tree,
  // which looks callers up.
  FileFacts files_;
  // Outlives the judging and the pipeline, which read it and add to it.
  NetworkKnowledge network_;
  // Outlives the judging and the pipeline, and the alerts, which leave the broker as they end.
  Asking asking_;
  // Outlives the nested sessions, which look their commands up in the process tree, and the
  // pipeline, the secrets and the alerts, which put things on record.
  Recording recording_;
  // Outlives the pipeline, which judges and saves by it.
  Judging judging_;
  // Outlives the pipeline, which acts by it, and the verifier, which answers its listener.
  Interception interception_;
  // Outlives the timer and the API of the control thread, which refer to the pipeline. run() has
  // ended its threads by then.
  CallHandling handling_;
  // Ends first: its loop, timer, API and alerts refer to the parts above.
  SessionControl control_;
  RunEnd end_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_H_

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/log/log.h"
#include "base/text/text.h"
#include "interceptor/launch/reaper.h"
#include "interceptor/process/proc_status.h"
#include "supervisor/api/server.h"
#include "supervisor/ask/approvers.h"
#include "supervisor/ask/covered_question.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/names/names_held.h"
#include "supervisor/pipeline/mediators.h"
#include "supervisor/processes/front_link.h"
#include "supervisor/processes/serving_process.h"
#include "supervisor/run/open_questions.h"
#include "supervisor/run/session_plan.h"
#include "supervisor/run/session_records.h"
#include "supervisor/run/session_view.h"
#include "supervisor/run/undo_setup.h"
#include "supervisor/secrets/read_gates.h"
#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/kept_secrets.h"

namespace guard::supervisor {
namespace {

std::string search_path() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "" : path;
}

}  // namespace

Session::Session(SessionStart start)
    : plan_{.options = std::move(start.options),
            .level = start.level,
            .read_gate = std::move(start.gate)},
      links_{.front = start.front,
             .reaper = std::move(start.reaper),
             .own_lines = std::move(start.own_lines)},
      stores_{.recorder = std::move(start.recorder),
              .undo = std::move(start.undo),
              .redactor = Redactor(std::move(start.redaction_key))},
      files_(plan_.options, stores_),
      network_(*plan_.options.policy, search_path()),
      asking_(plan_.options),
      recording_(recording_context()),
      judging_(judging_context(start.backend)),
      interception_(plan_.options.socket_path, std::move(start.backend)),
      control_(
          {.options = plan_.options,
           .links = links_,
           .ward = start.ward,
           .broker = asking_.broker,
           .record = recording_.record,
           .undo = stores_.undo.get(),
           .calls = interception_.brake,
           .post = [this](CallBrake::Job job) { handling_.workers->post(std::move(job)); },
           .alerts = std::move(start.alerts),
           .tell = std::bind_front(&Session::tell, this),
           .tell_later = std::bind_front(&Session::tell_later, this),
           .tell_paused = std::bind_front(&Session::tell_as, this, FrontMessageKind::kPaused),
           .tell_resumed = std::bind_front(&Session::tell_as, this, FrontMessageKind::kResumed)}) {}

RecordingContext Session::recording_context() {
  return {.stores = stores_,
          .level = plan_.level,
          .on_gone = std::bind_front(&Session::forget_process, this),
          .identity_of = [this](pid_t pid) { return files_.tracees.identity_of_process(pid); },
          .on_tried = [this](const PendingCall& call, const char* outcome,
                             int error) { control_.alerts.tried(call, outcome, error); }};
}

JudgingContext Session::judging_context(const BackendSetup& setup) {
  return {.options = plan_.options,
          .stores = stores_,
          .files = files_,
          .network = network_,
          .asking = asking_,
          .tree = recording_.tree,
          .is_secret =
              [this](const auto& object, const std::string& path, bool by_name) {
                // Also what another session has kept since this one began.
                if (plan_.read_gate.asks_every() && is_kept_secret(plan_.options.state_dir, path))
                  return true;
                return handling_.secrets ? handling_.secrets->is_secret(object, path, by_name)
                                         : by_name;
              },
          .is_committed = std::bind_front(&Session::is_committed, this),
          .secrets_inside =
              [this](const std::string& path) {
                return handling_.secrets ? handling_.secrets->found_below(path)
                                         : std::vector<std::string>();
              },
          .raising = raising_by(setup),
          .secrets_below = std::bind_front(&Session::secrets_below, this)};
}

Result<void> Session::open_socket() {
  auto api = ApiServer::listen(control_.io, plan_.options.socket_path, backend());
  if (!api) return forward(api.error());
  control_.api = std::move(*api);
  list_socket();
  begin_record(*stores_.recorder);  // nobody else has the name now
  if (auto release = release_record(*plan_.options.policy))
    stores_.recorder->record(std::move(*release));
  for (const std::string& line : control_.approvers.let_in()) tell(line);
  return {};
}

// So that who looks for sessions finds a socket that lies elsewhere.
void Session::list_socket() {
  const RunOptions& options = plan_.options;
  if (options.listed_in.empty()) return;
  if (auto entry = SocketEntry::make(options.listed_in, options.session_id, options.socket_path)) {
    control_.entry.emplace(std::move(*entry));
  } else {
    tell("no list of sessions has this one: " + entry.error().text() + "; name it by --session " +
         safe_text(options.socket_path));
  }
}

// Before its first call is answered. Without it each umask is read when it is wanted.
void Session::assume_umask_of(pid_t command) {
  const auto status = interceptor::read_proc_status("/proc/" + std::to_string(command));
  if (status) files_.tracees.assume_umask(status->umask);
}

namespace {

// Whoever requires the level counts on the secrets too.
Result<void> all_are_held(const std::string& require, const SecretReads* secrets) {
  if (require != "verified" || secrets == nullptr || secrets->held_elsewhere() == 0) return {};
  return fail(
      Code::kInvalid,
      "--require verified: " + count_text(secrets->held_elsewhere(), "secret is", "secrets are") +
          " held or open elsewhere, perhaps by another guard run, and would be read "
          "unasked: wait until that has ended, or leave --require out");
}

}  // namespace

Result<void> Session::launch() {
  auto own = interceptor::own_credentials();
  if (!own) return forward(own.error());
  interception_.own = std::move(*own);
  files_.tracees.assume_groups(interception_.own.groups);
  auto supervised = put_under_backend(interception_.setup, links_.reaper, files_.tracees);
  if (!supervised) return forward(supervised.error());
  interception_.listener = std::move(supervised->listener);
  handling_.verifier = std::move(supervised->verifier);
  interception_.execs = supervised->execs;
  if (auto raised = RaisedRuns::make(*supervised->execs, raised_context()))
    interception_.raised = std::move(*raised);
  assume_umask_of(links_.reaper.command());
  recording_.tree.set_root(links_.reaper.command());
  recording_.tree.set_agent(agent_of(plan_.options, judging_.first_start));
  interception_.resolver.emplace(files_.tracees, interception_.own);
  auto of_guard = own_secrets(plan_.options, files_.classifier.roots().home);
  if (!of_guard) return forward(of_guard.error());
  auto secrets =
      hold_secrets({plan_.read_gate,
                    files_.classifier,
                    links_.reaper.pid(),
                    handling_.verifier.get(),
                    recording_.record,
                    std::move(*of_guard),
                    std::bind_front(&Session::tell_unsafe, this),
                    plan_.options.quiet ? TellFront() : std::bind_front(&Session::tell, this),
                    {std::bind_front(&GitFacts::has, &files_.git),
                     std::bind_front(&GitFacts::stores, &files_.git)},
                    plan_.options.state_dir});
  if (!secrets) return forward(secrets.error());
  handling_.secrets = std::move(*secrets);
  if (auto whole = all_are_held(plan_.options.require, handling_.secrets.get()); !whole)
    return whole;
  if (stores_.undo && handling_.secrets)
    keep_secrets_out_of_reach(*stores_.undo, *handling_.secrets);
  interception_.gate.emplace(files_.tracees, interception_.own);
  interception_.executor.emplace(interception_.own);
  handling_.workers.emplace();
  if (interception_.setup.lends_descriptors) {
    handling_.lender = std::make_unique<interceptor::DescriptorLender>(
        *interception_.listener, kWakeSignal,
        [this](const auto& call) { handling_.pipeline->take(call); });
  }
  const Judge& judge = judging_.stages.judge();
  asking_.grants.tell_ends_by(std::bind_front(&ProcessTree::lives, &recording_.tree));
  asking_.leases.tell_ends_by(std::bind_front(&ProcessTree::lives, &recording_.tree));
  asking_.leases.tell_lines_by(TypedLines::ask_bash);
  answer_what_is_covered(asking_.broker, asking_.grants, asking_.leases, judge.evaluator(),
                         policy::asks_per_command(judge.policy().mode));
  network_.names.tell_verdict_by([&judge](const std::string& name) { return judge.to_host(name); });
  if (judge.policy().signatures == policy::SignatureUse::kAsk) relay_keys();
  handling_.pipeline.emplace(pipeline_parts());
  tell_names();
  return {};
}

// Where the policy itself leaves lookups alone, rules hold for as much as it says.
void Session::tell_names() {
  const policy::Policy& policy = *plan_.options.policy;
  if (plan_.options.quiet && policy.network_names == policy::NameUse::kOff) return;
  const std::string line = names_notice(policy, interception_.setup.backend,
                                        [this] { return network_.names.has_network(); });
  if (!line.empty()) tell_unsafe(line);
}

QuestionContext Session::question_context() const {
  return {*plan_.options.policy,
          stores_.redactor,
          plan_.options.session_id,
          judging_.saver,
          files_.paths,
          asking_.grants.keeps(),
          plan_.options.in_ci,
          !control_.approvers.name_somebody_else()};
}

PipelineParts Session::pipeline_parts() {
  return PipelineParts{
      .judging = {.describer = judging_.stages.describer(),
                  .enricher = judging_.stages.enricher(),
                  .judge = judging_.stages.judge(),
                  .nested = judging_.nested},
      .asking = {.broker = asking_.broker,
                 .grants = asking_.grants,
                 .leases = asking_.leases,
                 .question = question_context(),
                 .tell_front = std::bind_front(&Session::tell_refusal, this)},
      .keeping = {.record = recording_.record,
                  .saver = judging_.saver,
                  .born = files_.born,
                  .sockets = network_.sockets,
                  .tree = recording_.tree,
                  .readers = judging_.readers,
                  .scripts = judging_.scripts,
                  .secrets = handling_.secrets.get()},
      .acting = {.own = interception_.own,
                 .listener = *interception_.listener,
                 .tracees = files_.tracees,
                 .gate = *interception_.gate,
                 .resolver = *interception_.resolver,
                 .executor = *interception_.executor,
                 .execs = *interception_.execs,
                 .names = files_.names,
                 .inside_clients = interception_.inside_clients,
                 .workers = *handling_.workers,
                 .brake = interception_.brake,
                 .lender = handling_.lender.get(),
                 .raised = interception_.raised.get(),
                 .keys = handling_.keys ? &*handling_.keys : nullptr,
                 .name_service = &network_.names},
      .backend = {
          .landlock_roots = plan_.level.roots,
          .preloaded = interception_.setup.backend.preloaded,
          .calls_repeat = interception_.setup.on_signal == interceptor::CallsOnSignal::kRepeat,
          .signals_kept_inside = !interception_.setup.filter.asks_reaching}};
}

int Session::run() {
  for (const auto& object : plan_.options.inheritance.on_record)
    recording_.record.inherited(object);
  // First: what fails already is told before CMD may draw on the terminal.
  control_.alerts.begin();
  (void)links_.front.send(FrontMessageKind::kStarted, links_.reaper.command());
  Mediators mediators(*interception_.listener, handling_.verifier.get(),
                      [this](const auto& notification) {
                        interception_.brake.pass();
                        handling_.pipeline->take(notification);
                      });
  mediators.start();
  wait_for_front();
  wait_for_reaper();
  wait_for_ward();
  control_.upkeep.begin(*handling_.pipeline, handling_.secrets.get(), *handling_.workers,
                        [this] { look_beside(); });
  control_.io.run();
  control_.brake.release();
  asking_.broker.withdraw_all("the session has ended");
  if (handling_.secrets) handling_.secrets->stop_search();
  handling_.workers->stop();
  mediators.stop();
  if (handling_.keys) handling_.keys->stop();
  network_.names.close();  // its threads ask the judge
  handling_.lender.reset();
  handling_.workers.reset();
  handling_.secrets.reset();
  handling_.pipeline->record_unanswered();
  control_.alerts.finish();
  handling_.verifier.reset();
  interception_.listener.reset();
  close_own_record();
  control_.upkeep.end();
  return end_.exit_status;
}

// A line on guard's own standard error. Any thread.
void Session::tell(const std::string& line) {
  log_line(LogLevel::kWarning, "told", {{"line", stores_.redactor.text(line)}});
  (void)links_.front.send(FrontMessageKind::kNotice, 0, "guard: " + line);
}

void Session::tell_later(const std::string& line) {
  tell_as(FrontMessageKind::kLater, line);
}

void Session::tell_as(FrontMessageKind kind, const std::string& line) {
  if (!line.empty()) log_line(LogLevel::kWarning, "told", {{"line", stores_.redactor.text(line)}});
  (void)links_.front.send(kind, 0, line.empty() ? "" : "guard: " + line);
}

// Tells the outcome of one call. Any thread. Once the front has told of the end nobody shows lines
// but this process.
void Session::tell_refusal(const std::string& line) {
  if (!end_.told || !links_.own_lines.valid())
    return (void)links_.front.send(FrontMessageKind::kNotice, 0, line);
  const std::string text = safe_text(line) + "\n";
  (void)!::write(links_.own_lines.get(), text.data(), text.size());
}

// Tells of what holds for less than the policy says.
void Session::tell_unsafe(const std::string& line) {
  log_line(LogLevel::kWarning, "told", {{"line", stores_.redactor.text(line)}});
  (void)links_.front.send(FrontMessageKind::kNotice, kToldWhenQuiet, "guard: " + line);
}

bool Session::is_committed(const PendingCall& call) const {
  return handling_.secrets && handling_.secrets->is_committed(call);
}

std::vector<KnownSecret> Session::secrets_below(const std::string& path) const {
  std::vector<KnownSecret> known;
  if (!handling_.secrets) return known;
  for (auto& [where, id] : handling_.secrets->refused_below(path))
    known.push_back({std::move(where), {id.first, id.second}});
  return known;
}

void Session::forget_process(pid_t pid, Gone how) {
  asking_.leases.drop(pid);
  if (how != Gone::kEnded) return;
  asking_.grants.forget_command(pid);
  judging_.stages.judge().forget_command(pid);
}

void Session::look_beside() {
  handling_.pipeline->look_at_collisions();
  if (!judging_.overlaps.update(judging_.others)) return;
  asking_.broker.publish("session_beside", {{"session_id", plan_.options.session_id},
                                            {"beside", judging_.overlaps.json()}});
}

ApiBackend Session::backend() {
  ApiBackend backend;
  backend.session = [this] {
    auto session = session_json(
        plan_.options, plan_.level, stores_.redactor, control_.started, links_.reaper.command(),
        {handling_.pipeline
             ? handling_.pipeline->refusals() + handling_.pipeline->questions_refused() +
                   handling_.pipeline->reads_skipped() + recording_.record.requests_refused()
             : 0,
         asking_.broker.pending().size()},
        control_.alerts.json());
    session["backend"] = interception_.setup.backend.name();
    control_.brake.describe(session);
    session["beside"] = judging_.overlaps.json();
    return session;
  };
  backend.check = [this](const auto& request) {
    return check_in_session(plan_.options, judging_.stages, files_.paths, asking_.grants, request);
  };
  serve_approvers(control_.approvers, recording_.record, links_.reaper.pid(), backend);
  backend.refused = [this](const std::string& request, const ucred& peer) {
    recording_.record.foreign_request(request, peer.pid);
  };
  backend.approved = std::bind_front(&CallRecorder::approved_for_session, &recording_.record);
  backend.taken_back = [this](const std::string& by, const Grant& grant) {
    recording_.record.taken_back(by, grant, plan_.options.workspace.front());
  };
  serve_brake(control_.brake, backend);
  if (stores_.undo) backend.checkpoint = std::bind_front(&Session::begin_checkpoint, this);
  if (stores_.undo) backend.changes = std::bind_front(&Session::own_changes, this);
  backend.audit = [this](const nlohmann::json& parameters) {
    return query_audit(plan_.options.state_dir, plan_.options.session_id, control_.started,
                       parameters);
  };
  backend.next_client = [this] { return interception_.inside_clients.next(); };
  backend.join = std::bind_front(&Session::join, this);
  backend.nested = std::bind_front(&Session::refused_to, this);
  backend.broker = &asking_.broker;
  backend.grants = &asking_.grants;
  backend.acts = &recording_.live;
  return backend;
}

}  // namespace guard::supervisor

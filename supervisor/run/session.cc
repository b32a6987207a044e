// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/files/own_descriptor.h"
#include "base/log/log.h"
#include "base/process/descendants.h"
#include "base/process/environment.h"
#include "base/weaken.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/launch/backend.h"
#include "interceptor/launch/reaper.h"
#include "interceptor/process/proc_status.h"
#include "supervisor/api/server.h"
#include "supervisor/ask/approvers.h"
#include "supervisor/ask/covered_question.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/judge/held_name.h"
#include "supervisor/judge/judging_stages.h"
#include "supervisor/judge/nested_sessions.h"
#include "supervisor/pipeline/mediators.h"
#include "supervisor/pipeline/pipeline.h"
#include "supervisor/processes/serving_process.h"
#include "supervisor/processes/ward.h"
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
namespace {

constexpr int kRefusalsInCi = 3;

}  // namespace

Session::Session(SessionStart start)
    : options_(std::move(start.options)),
      level_(start.level),
      read_gate_(std::move(start.gate)),
      front_(start.front),
      reaper_(std::move(start.reaper)),
      recorder_(std::move(start.recorder)),
      undo_(std::move(start.undo)),
      redactor_(std::move(start.redaction_key)),
      classifier_(path_roots_of(options_)),
      build_folders_(classifier_),
      git_(classifier_),
      names_(tracees_),
      paths_(
          classifier_, born_, build_folders_, [this](int fd) { return held_name_of(names_, fd); },
          [this] { return tracees_.realms_expected(); }, savable(), &git_),
      network_(*options_.policy),
      tree_([this](pid_t pid, Gone how) { forget_process(pid, how); },
            [this](pid_t pid) { return tracees_.identity_of_process(pid); }),
      record_({*recorder_, redactor_, account_name(::getuid()), level_.name(), tree_, live_,
               [this](const PendingCall& call, const char* outcome, int error) {
                 alerts_.tried(call, outcome, error);
               }}),
      stages_({.policy = options_.policy,
               .paths = paths_,
               .leases = leases_,
               .grants = grants_,
               .network = network_,
               .sockets = sockets_,
               .on_ask = options_.on_ask,
               .runs_as_root = ::geteuid() == 0,
               .saved = {undo_.get()},
               .environment = own_environment(),
               .is_secret =
                   [this](const auto& object, const std::string& path, bool by_name) {
                     return secrets_ ? secrets_->is_secret(object, path, by_name) : by_name;
                   },
               .is_committed = std::bind_front(&Session::is_committed, this),
               .counts_tool_calls = counts_tool_calls(options_),
               .page_folder = options_.page_folder,
               .hints = &name_hints_}),
      saver_(undo_.get(), born_, paths_, leases_, redactor_),
      nested_({born_, leases_, grants_, tree_, sockets_,
               [this](int fd) { return held_name_of(names_, fd); },
               [this] { return tracees_.realms_expected(); }, options_.guard_folders,
               own_environment(), ::geteuid() == 0, options_.on_ask, savable(), undo_.get(), &git_,
               std::bind_front(&Session::is_committed, this), &name_hints_}),
      inside_clients_(options_.socket_path),
      backend_(std::move(start.backend)),
      alerts_(std::move(start.alerts), broker_, record_, io_,
              std::bind_front(&Session::tell, this)),
      front_events_(io_, ::dup(front_.fd())),
      reaper_events_(io_, ::dup(reaper_.fd())),
      ward_events_(io_, ::dup(start.ward.fd())),
      upkeep_(io_,
              {options_, broker_, approvers_, undo_.get(), std::bind_front(&Session::tell, this)}) {
}

Result<void> Session::open_socket() {
  auto api = ApiServer::listen(io_, options_.socket_path, backend());
  if (!api) return forward(api.error());
  api_ = std::move(*api);
  begin_record(*recorder_);  // nobody else has the name now
  for (const std::string& line : approvers_.let_in()) tell(line);
  return {};
}

// Before its first call is answered. Without it each umask is read when it is wanted.
void Session::assume_umask_of(pid_t command) {
  const auto status = interceptor::read_proc_status("/proc/" + std::to_string(command));
  if (status) tracees_.assume_umask(status->umask);
}

Result<void> Session::launch() {
  auto own = interceptor::own_credentials();
  if (!own) return forward(own.error());
  own_ = std::move(*own);
  tracees_.assume_groups(own_.groups);
  auto supervised = put_under_backend(backend_, reaper_, tracees_);
  if (!supervised) return forward(supervised.error());
  listener_ = std::move(supervised->listener);
  verifier_ = std::move(supervised->verifier);
  execs_ = supervised->execs;
  assume_umask_of(reaper_.command());
  tree_.set_root(reaper_.command());
  tree_.set_agent(agent_of(options_));
  resolver_.emplace(tracees_, own_);
  auto secrets = hold_secrets(
      {read_gate_,
       classifier_,
       reaper_.pid(),
       verifier_.get(),
       record_,
       alert_secret_of(options_.policy->alerts, classifier_.roots().home),
       std::bind_front(&Session::tell, this),
       {std::bind_front(&GitFacts::has, &git_), std::bind_front(&GitFacts::stores, &git_)}});
  if (!secrets) return forward(secrets.error());
  secrets_ = std::move(*secrets);
  gate_.emplace(tracees_, own_);
  executor_.emplace(own_);
  workers_.emplace();
  answer_what_is_covered(broker_, grants_, stages_.judge().evaluator());
  pipeline_.emplace(pipeline_parts());
  return {};
}

PipelineParts Session::pipeline_parts() {
  return PipelineParts{.judging = {.describer = stages_.describer(),
                                   .enricher = stages_.enricher(),
                                   .judge = stages_.judge(),
                                   .nested = nested_},
                       .asking = {.broker = broker_,
                                  .grants = grants_,
                                  .leases = leases_,
                                  .question = {*options_.policy, redactor_, options_.session_id,
                                               saver_, paths_, grants_.keeps()},
                                  .tell_front =
                                      [this](const std::string& line) {
                                        (void)front_.send(FrontMessageKind::kNotice, 0, line);
                                      }},
                       .keeping = {.record = record_,
                                   .saver = saver_,
                                   .born = born_,
                                   .sockets = sockets_,
                                   .tree = tree_,
                                   .secrets = secrets_.get()},
                       .acting = {.own = own_,
                                  .listener = *listener_,
                                  .tracees = tracees_,
                                  .gate = *gate_,
                                  .resolver = *resolver_,
                                  .executor = *executor_,
                                  .execs = *execs_,
                                  .names = names_,
                                  .inside_clients = inside_clients_,
                                  .workers = *workers_},
                       .backend = {.landlock_roots = level_.roots,
                                   .preloaded = backend_.backend.preloaded,
                                   .calls_repeat = backend_.calls_repeat}};
}

int Session::run() {
  for (const auto& object : options_.inheritance.on_record) record_.inherited(object);
  (void)front_.send(FrontMessageKind::kStarted, reaper_.command());
  Mediators mediators(*listener_, verifier_.get(),
                      [this](const auto& notification) { pipeline_->take(notification); });
  mediators.start();
  wait_for_front();
  wait_for_reaper();
  wait_for_ward();
  alerts_.begin();
  upkeep_.begin(*pipeline_, secrets_.get(), *workers_);
  io_.run();
  broker_.withdraw_all("the session has ended");
  workers_->stop();
  mediators.stop();
  workers_.reset();
  secrets_.reset();
  pipeline_->record_unanswered();
  alerts_.finish();
  verifier_.reset();
  listener_.reset();
  (void)close_record(*recorder_);
  upkeep_.end();
  return exit_status_;
}

// A line on guard's own standard error. Any thread.
void Session::tell(const std::string& line) {
  log_line(LogLevel::kWarning, "told", {{"line", redactor_.text(line)}});
  (void)front_.send(FrontMessageKind::kNotice, 0, "guard: " + line);
}

bool Session::is_committed(const PendingCall& call) const {
  return secrets_ && secrets_->is_committed(call);
}

Savable Session::savable() const {
  if (undo_ == nullptr) return {};
  return [store = undo_.get()](std::uint64_t bytes) { return store->has_room(bytes); };
}

void Session::wait_for_front() {
  front_events_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                           [this](const auto& error) {
                             if (!error && on_front()) wait_for_front();
                           });
}

// False: nothing more will come.
bool Session::on_front() {
  const auto message = front_.receive();
  if (!message || !*message) {
    // The front died without a word: the run was killed, and nothing of it may survive.
    if (!front_left_) reaper_.end_everything();
    return false;
  }
  if ((*message)->kind == FrontMessageKind::kSignal) reaper_.signal_command((*message)->value);
  if ((*message)->kind == FrontMessageKind::kContinue) reaper_.continue_command();
  if ((*message)->kind == FrontMessageKind::kGoodbye) front_left_ = true;
  return !front_left_;
}

void Session::wait_for_reaper() {
  reaper_events_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                            [this](const auto& error) {
                              if (!error && on_reaper()) wait_for_reaper();
                            });
}

bool Session::on_reaper() {
  const auto event = reaper_.receive();
  if (!event || !*event) {
    end_after_reaper();
    return false;
  }
  switch ((*event)->kind) {
    case interceptor::ReaperEventKind::kStopped:
      (void)front_.send(FrontMessageKind::kStopped, (*event)->value);
      return true;
    case interceptor::ReaperEventKind::kExited:
      tell_end(FrontMessageKind::kExited, (*event)->value);
      return true;
    case interceptor::ReaperEventKind::kSignalled:
      tell_end(FrontMessageKind::kSignalled, (*event)->value);
      return true;
    case interceptor::ReaperEventKind::kEmpty:
      io_.stop();
      return false;
  }
  return false;
}

std::uint64_t Session::failing_refusals() const {
  if (options_.fail_on == FailOn::kNever) return 0;
  const bool questions_too = options_.fail_on == FailOn::kAsk;
  return pipeline_->refusals() +
         (questions_too ? pipeline_->questions_refused() + record_.reads_refused() : 0);
}

// Who ended the command by hand takes it for ended, whatever else of it still runs.
void Session::ask_no_more_after(int signal) {
  constexpr std::array kByHand = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
  if (std::ranges::find(kByHand, signal) == kByHand.end()) return;
  broker_.close(std::string("the command was ended (SIG") + ::sigabbrev_np(signal) +
                "): nobody is asked any more");
}

void Session::tell_end(FrontMessageKind kind, int value) {
  end_told_ = true;
  log_line(LogLevel::kInfo, "command.ended",
           {{kind == FrontMessageKind::kSignalled ? "signal" : "status", std::to_string(value)}});
  if (kind == FrontMessageKind::kSignalled) ask_no_more_after(value);
  if (kind == FrontMessageKind::kExited && value == 0 && failing_refusals() > 0)
    value = kRefusalsInCi;
  // Who reads the record after the end finds all of it.
  if (const auto written = record_.write_out(); !written)
    tell("not all is on record: " + written.error().text());
  // A screen of the agent's own was not written over: these lines wait for its end.
  for (const AlertFailure& failure : alerts_.failures(options_.own_terminal ? 1 : 2))
    (void)front_.send(FrontMessageKind::kLater, 0, "guard: " + failure_text(failure));
  (void)front_.send(kind, value);
  if (options_.kill_at_exit) reaper_.end_everything();
}

// The ward died first: it can no longer end the tree, so nothing is left to chance.
void Session::wait_for_ward() {
  ward_events_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                          [this](const auto& error) {
                            if (error) return;
                            log_line(LogLevel::kError, "ward.gone");
                            reaper_.end_everything();
                          });
}

// The reaper was told to end everything and did, or was killed: then its children came to us.
void Session::end_after_reaper() {
  end_descendants();
  log_line(LogLevel::kWarning, "reaper.gone");
  if (!end_told_) exit_status_ = front_.give_up("the supervised tree was ended");
  io_.stop();
}

void Session::forget_process(pid_t pid, Gone how) {
  leases_.drop(pid);
  if (how != Gone::kEnded) return;
  grants_.forget_command(pid);
  stages_.judge().forget_command(pid);
}

ApiBackend Session::backend() {
  ApiBackend backend;
  backend.session = [this] {
    auto session =
        session_json(options_, level_, redactor_, started_, reaper_.command(),
                     {pipeline_ ? pipeline_->refusals() + pipeline_->questions_refused() : 0,
                      broker_.pending().size()},
                     alerts_.json());
    session["backend"] = backend_.backend.name();
    return session;
  };
  backend.check = [this](const auto& request) {
    return check_in_session(options_, stages_, paths_, grants_, request);
  };
  serve_approvers(approvers_, record_, reaper_.pid(), backend);
  backend.refused = [this](const std::string& request, const ucred& peer) {
    record_.foreign_request(request, peer.pid);
  };
  backend.approved = std::bind_front(&CallRecorder::approved_for_session, &record_);
  backend.audit = [this](const nlohmann::json& parameters) {
    return query_audit(options_.state_dir, options_.session_id, started_, parameters);
  };
  backend.next_client = [this] { return inside_clients_.next(); };
  backend.join = std::bind_front(&Session::join, this);
  backend.nested = std::bind_front(&Session::refused_to, this);
  backend.broker = &broker_;
  backend.grants = &grants_;
  backend.acts = &live_;
  return backend;
}

Result<nlohmann::json> Session::join(const InsideClient& client, const nlohmann::json& body) {
  auto request = read_nested_request(body);
  if (!request) return forward(request.error());
  if (auto joined = nested_.join(client, std::move(*request)); !joined)
    return forward(joined.error());
  return nlohmann::json{{"id", options_.session_id}, {"level", level_.name()}};
}

Result<nlohmann::json> Session::refused_to(const InsideClient& client) const {
  const auto refused = nested_.refusals_of(client);
  if (!refused) return fail(Code::kNotFound, "this process has not joined the session");
  return nlohmann::json{{"refused", refused->all}, {"asks", refused->asks}};
}

}  // namespace guard::supervisor

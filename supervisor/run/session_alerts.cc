// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_alerts.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/process/environment.h"
#include "policy/paths/path_class.h"
#include "supervisor/run/session_plan.h"
#include "supervisor/sinks/trace_parent.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostRunning = 1000;

std::string own_image() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

bool is_alerted(const std::string& type) {
  return type == "approval_required" || type == "approval_granted" || type == "approval_denied" ||
         type == "approval_timeout" || type == "approval_withdrawn" || type == "alert";
}

// CLASSIFIER must outlive it.
AlertWorld world_of(const RunOptions& options, const policy::PathRoots& roots,
                    const policy::PathClassifier& classifier) {
  return {own_environment(),   roots.home,  options.session_id,
          options.socket_path, own_image(), written_by_tree(classifier)};
}

// Where nobody is asked, nobody is alerted.
void set_up_alerter(const RunOptions& options, const policy::PathRoots& roots, AlertSetup& setup) {
  if (options.on_ask != policy::OnAsk::kWait) return;
  const policy::PathClassifier classifier(roots);
  AlertPlan plan = plan_alerts(options.policy->alerts, world_of(options, roots, classifier));
  setup.ways = plan.ways();
  setup.problems = plan.problems;
  if (!plan.has_ways()) return;
  auto alerter = Alerter::fork_off(std::move(plan));
  if (alerter) {
    setup.alerter = std::move(*alerter);
  } else {
    setup.problems.push_back({"alerts", alerter.error().text()});
  }
}

void set_up_sender(const RunOptions& options, const policy::PathRoots& roots, AlertSetup& setup) {
  const auto& sinks = options.policy->sinks;
  if (sinks.empty()) return;
  const char* trace = std::getenv("TRACEPARENT");
  const bool traced = std::ranges::count(sinks, policy::SinkType::kOtlp, &policy::Sink::type) > 0;
  if (traced)
    if (auto kept = keep_trace(options.state_dir, options.session_id, trace ? trace : ""); !kept)
      setup.problems.push_back({"sinks", kept.error().text()});
  const policy::PathClassifier classifier(roots);
  auto sender = fork_off_sender(
      plan_sinks(options.policy->sinks, world_of(options, roots, classifier)), options.state_dir);
  if (sender) {
    setup.sender.emplace(std::move(*sender));
  } else {
    setup.problems.push_back({"sinks", sender.error().text()});
  }
}

}  // namespace

AlertSetup set_up_alerts(const RunOptions& options) {
  if (options.on_ask != policy::OnAsk::kWait && options.policy->sinks.empty()) return {};
  const policy::PathRoots roots = path_roots_of(options);
  AlertSetup setup;
  set_up_alerter(options, roots, setup);
  set_up_sender(options, roots, setup);
  return setup;
}

std::vector<int> AlertSetup::descriptors() const {
  std::vector<int> kept;
  if (alerter) kept = alerter->process().descriptors();
  if (sender)
    for (const int fd : sender->descriptors()) kept.push_back(fd);
  return kept;
}

SessionAlerts::SessionAlerts(AlertSetup setup, Broker& broker, CallRecorder& record,
                             boost::asio::io_context& io, Tell tell)
    : setup_(std::move(setup)), broker_(broker), record_(record), io_(io), tell_(std::move(tell)) {}

SessionAlerts::~SessionAlerts() {
  if (subscription_ != 0) broker_.unsubscribe(subscription_);
}

void SessionAlerts::begin() {
  for (const AlertProblem& problem : setup_.problems) note(problem.way, problem.cause);
  if (setup_.sender) {
    sender_arrivals_.emplace(io_, ::dup(setup_.sender->link().fd()));
    wait_for_reports(sender_arrivals_, *setup_.sender, "sinks");
  }
  if (!setup_.alerter) return;
  arrivals_.emplace(io_, ::dup(setup_.alerter->process().link().fd()));
  wait_for_reports(arrivals_, setup_.alerter->process(), "alerts");
  subscription_ = broker_.subscribe(0, [this](const Event& event) { hand_on(event); });
}

void SessionAlerts::hand_on(const Event& event) {
  if (is_alerted(event.type) && !setup_.alerter->tell(event.type, event.data)) ++lost_;
}

void SessionAlerts::tried(const PendingCall& call, const char* outcome, int error) {
  if (call.decision.assessment.tier < 3 || call.approval_id.empty()) return;
  const bool runs = error == 0 && call.action.act == policy::Act::kExec && call.process != nullptr;
  broker_.publish("alert", {{"alert", "executed"},
                            {"approval_id", call.approval_id},
                            {"tier", call.decision.assessment.tier},
                            {"act", policy::name_of(call.action.act)},
                            {"outcome", outcome},
                            {"errno", error},
                            {"runs", runs}});
  if (runs) follow(call.process->pid, call.approval_id);
}

// Its end is looked for: what the tree knows of processes that do nothing any more comes late.
void SessionAlerts::follow(pid_t pid, const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    if (running_.size() >= kMostRunning || !running_.insert(id).second) return;
  }
  auto process = PidHandle::open(pid);
  if (!process) return tell_end(id);
  const int watched = ::fcntl(process->fd(), F_DUPFD_CLOEXEC, 3);
  boost::asio::post(io_, [this, id, process = std::make_shared<UniqueFd>(watched)] {
    wait_for_end(id, std::move(*process));
  });
}

void SessionAlerts::wait_for_end(const std::string& id, UniqueFd process) {
  if (!process.valid()) return;
  const auto watched = watched_.try_emplace(id, io_, process.release()).first;
  watched->second.async_wait(Watched::wait_read, [this, id](const auto& error) {
    if (error) return;
    watched_.erase(id);
    tell_end(id);
  });
}

void SessionAlerts::tell_end(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    if (running_.erase(id) == 0) return;
  }
  broker_.publish("alert", {{"alert", "finished"}, {"approval_id", id}, {"tier", 3}});
}

void SessionAlerts::note(const std::string& way, const std::string& failure) {
  const auto now = std::chrono::system_clock::now();
  if (!failures_.failed(way, failure, now)) return;
  record_.alert_failed(way, failure);
  tell_(failure_text({way, failure, 1, now}));
  broker_.publish("alert_failed", {{"way", way}, {"cause", failure}});
}

void SessionAlerts::wait_for_reports(Arrivals& arrivals, const SideProcess& process,
                                     const char* name) {
  arrivals->async_wait(boost::asio::posix::stream_descriptor::wait_read,
                       [this, &arrivals, &process, name](const auto& error) {
                         if (!error && take_reports(process, name))
                           wait_for_reports(arrivals, process, name);
                       });
}

// False: it has ended, which it does not before the session.
bool SessionAlerts::take_reports(const SideProcess& process, const char* name) {
  const auto reports = process.reports();
  if (!reports) {
    note(name, "the process for it has ended");
    return false;
  }
  for (const AlertReport& report : *reports) {
    if (report.failure.empty()) {
      failures_.succeeded(report.way);
    } else {
      note(report.way, report.failure);
    }
  }
  if (lost_.exchange(0) > 0) note("alerts", "more came than could be handed on");
  return true;
}

nlohmann::json SessionAlerts::json() const {
  nlohmann::json json = failures_.json();
  json["ways"] = setup_.ways;
  return json;
}

std::vector<AlertFailure> SessionAlerts::failures(std::uint64_t least) const {
  std::vector<AlertFailure> found;
  // A sink is tried again and again: how often says nothing.
  for (AlertFailure& failure : failures_.all())
    if (failure.count >= least && (least == 1 || !failure.way.starts_with("sink ")))
      found.push_back(std::move(failure));
  return found;
}

void SessionAlerts::finish() {
  watched_.clear();
  // Nothing of the tree is left.
  std::set<std::string> ended;
  {
    const std::lock_guard lock(mutex_);
    ended = running_;
  }
  for (const std::string& id : ended) tell_end(id);
  if (!setup_.alerter) return;
  if (subscription_ != 0) broker_.unsubscribe(std::exchange(subscription_, 0));
  const SideProcess& process = setup_.alerter->process();
  process.finish();
  const auto end = std::chrono::steady_clock::now() + kLastAlerts + std::chrono::seconds(1);
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd entry{process.link().fd(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&entry, 1, static_cast<int>(left.count())) <= 0) break;
    const auto reports = process.reports();
    if (!reports) break;
    for (const AlertReport& report : *reports)
      if (!report.failure.empty()) note(report.way, report.failure);
  }
  arrivals_.reset();
  setup_.alerter.reset();
}

// Its reports are in the state of the sinks from now on: nothing goes on record any more.
std::optional<SideProcess> SessionAlerts::take_sender() {
  sender_arrivals_.reset();
  if (setup_.sender) setup_.sender->finish();
  return std::exchange(setup_.sender, std::nullopt);
}

}  // namespace guard::supervisor

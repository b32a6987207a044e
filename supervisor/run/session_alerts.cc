// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_alerts.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <chrono>
#include <filesystem>
#include <utility>

#include "base/process/environment.h"
#include "policy/paths/path_class.h"
#include "supervisor/run/session_plan.h"

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

}  // namespace

AlertSetup set_up_alerts(const RunOptions& options) {
  // Where nobody is asked, nobody is alerted.
  if (options.on_ask != policy::OnAsk::kWait) return {};
  const policy::PathRoots roots = path_roots_of(options);
  const policy::PathClassifier classifier(roots);
  AlertPlan plan = plan_alerts(options.policy->alerts,
                               {own_environment(), roots.home, options.session_id,
                                options.socket_path, own_image(), written_by_tree(classifier)});
  AlertSetup setup;
  setup.ways = plan.ways();
  setup.problems = plan.problems;
  if (!plan.has_ways()) return setup;
  auto alerter = Alerter::fork_off(std::move(plan));
  if (alerter) {
    setup.alerter = std::move(*alerter);
  } else {
    setup.problems.push_back({"alerts", alerter.error().text()});
  }
  return setup;
}

std::vector<int> AlertSetup::descriptors() const {
  return alerter ? std::vector<int>{alerter->fd(), alerter->process()} : std::vector<int>{};
}

SessionAlerts::SessionAlerts(AlertSetup setup, Broker& broker, CallRecorder& record,
                             boost::asio::io_context& io, Tell tell)
    : setup_(std::move(setup)), broker_(broker), record_(record), io_(io), tell_(std::move(tell)) {}

SessionAlerts::~SessionAlerts() {
  if (subscription_ != 0) broker_.unsubscribe(subscription_);
}

void SessionAlerts::begin() {
  for (const AlertProblem& problem : setup_.problems) note(problem.way, problem.cause);
  if (!setup_.alerter) return;
  arrivals_.emplace(io_, ::dup(setup_.alerter->fd()));
  wait_for_reports();
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

void SessionAlerts::wait_for_reports() {
  arrivals_->async_wait(boost::asio::posix::stream_descriptor::wait_read,
                        [this](const auto& error) {
                          if (!error && take_reports()) wait_for_reports();
                        });
}

// False: it has ended, which it does not before the session.
bool SessionAlerts::take_reports() {
  const auto reports = setup_.alerter->reports();
  if (!reports) {
    note("alerts", "the process that alerts has ended");
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
  for (AlertFailure& failure : failures_.all())
    if (failure.count >= least) found.push_back(std::move(failure));
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
  setup_.alerter->finish();
  const auto end = std::chrono::steady_clock::now() + kLastAlerts + std::chrono::seconds(1);
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd entry{setup_.alerter->fd(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&entry, 1, static_cast<int>(left.count())) <= 0) break;
    const auto reports = setup_.alerter->reports();
    if (!reports) break;
    for (const AlertReport& report : *reports)
      if (!report.failure.empty()) note(report.way, report.failure);
  }
  arrivals_.reset();
  setup_.alerter.reset();
}

}  // namespace guard::supervisor

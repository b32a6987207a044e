// SPDX-License-Identifier: Apache-2.0
// SessionAlerts: the session's side of alerting: hands the broker's events to the alerter, tells of
// acts of tier 3 when they are done, and keeps how alerts went, and what the sender of the record
// says. Events: any thread, never waits; reports: the control thread.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_ALERTS_H_
#define GUARD_SUPERVISOR_RUN_SESSION_ALERTS_H_

#include <sys/types.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "supervisor/alerts/alert_failures.h"
#include "supervisor/approval/broker.h"
#include "supervisor/call/call_record.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/processes/alerter.h"
#include "supervisor/processes/record_sender.h"
#include "supervisor/run/options.h"

namespace guard::supervisor {

// A session starts alerting with this. ALERTER is null where there is nothing to do, and SENDER
// where the policy names no sink.
struct AlertSetup {
  std::unique_ptr<Alerter> alerter;
  std::optional<SideProcess> sender;
  std::vector<std::string> ways;
  std::vector<AlertProblem> problems;
  [[nodiscard]] std::vector<int> descriptors() const;
};
// Forks: while there is one thread.
[[nodiscard]] AlertSetup set_up_alerts(const RunOptions& options);

class SessionAlerts {
 public:
  // TELL: one line for the person who runs guard, once a cause. Control thread.
  using Tell = std::function<void(const std::string&)>;

  SessionAlerts(AlertSetup setup, Broker& broker, CallRecorder& record, boost::asio::io_context& io,
                Tell tell);
  ~SessionAlerts();
  SessionAlerts(const SessionAlerts&) = delete;
  SessionAlerts& operator=(const SessionAlerts&) = delete;

  void begin();
  // CALL was tried; watchers hear of it when it was of tier 3.
  void tried(const PendingCall& call, const char* outcome, int error);
  // For GET /v1/session.
  [[nodiscard]] nlohmann::json json() const;
  // Causes that came at least so often.
  [[nodiscard]] std::vector<AlertFailure> failures(std::uint64_t least) const;
  // No more events come. Waits for a moment at most, takes the last reports.
  void finish();
  // The record is closed: the sender is told so, and is the caller's to wait for.
  [[nodiscard]] std::optional<SideProcess> take_sender();

 private:
  void hand_on(const Event& event);
  using Arrivals = std::optional<boost::asio::posix::stream_descriptor>;
  void wait_for_reports(Arrivals& arrivals, const SideProcess& process, const char* name);
  bool take_reports(const SideProcess& process, const char* name);
  void note(const std::string& way, const std::string& failure);
  void follow(pid_t pid, const std::string& id);
  void wait_for_end(const std::string& id, UniqueFd process);
  void tell_end(const std::string& id);

  AlertSetup setup_;
  Broker& broker_;
  CallRecorder& record_;
  boost::asio::io_context& io_;
  const Tell tell_;
  AlertFailures failures_;
  Arrivals arrivals_;
  Arrivals sender_arrivals_;
  std::uint64_t subscription_ = 0;
  std::atomic<std::uint64_t> lost_ = 0;
  using Watched = boost::asio::posix::stream_descriptor;
  std::map<std::string, Watched> watched_;  // control thread: by the question's id
  std::mutex mutex_;
  std::set<std::string> running_;  // under mutex_: questions whose program has not ended
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_ALERTS_H_

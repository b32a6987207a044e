// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/alerter.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>

#include "base/process/descendants.h"
#include "supervisor/alerts/alert_schedule.h"
#include "supervisor/processes/serving_process.h"

namespace guard::supervisor {
namespace {

constexpr auto kLook = std::chrono::milliseconds(100);
constexpr int kGuardFailed = 125;

std::string text_in(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// The life of the process: one loop.
class AlertLoop {
 public:
  AlertLoop(AlertLink link, AlertPlan plan)
      : link_(std::move(link)),
        arrivals_(io_, link_.fd()),
        tick_(io_),
        schedule_(plan.after, plan.session),
        ways_(io_, std::move(plan), [this](const AlertReport& report) { pass_on(report); }) {}

  void run() {
    wait();
    tick();
    io_.run();
    ways_.end();
    end_descendants();
    // Not through destructors: a look-up of a name may still hang in a thread.
    ::_exit(0);
  }

 private:
  // A report that does not fit is missed by nobody: the next one of its cause counts.
  void pass_on(const AlertReport& report) {
    (void)link_.send({{"way", report.way}, {"failure", report.failure}, {"result", report.result}});
  }

  void wait() {
    arrivals_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                         [this](const auto& error) {
                           if (!error && take()) wait();
                         });
  }

  // False: nothing more will come.
  bool take() {
    const auto message = link_.receive();
    if (!message && message.error().code == Code::kBusy) return true;
    if (!message) {
      last_ = std::chrono::steady_clock::now() + kLastAlerts;
      return false;
    }
    const auto data = message->find("data");
    if (data == message->end()) return true;
    send(schedule_.take(text_in(*message, "type"), *data, std::chrono::system_clock::now()));
    return true;
  }

  void send(const std::vector<Alert>& alerts) {
    for (const Alert& alert : alerts) ways_.send(alert);
  }

  void tick() {
    tick_.expires_after(kLook);
    tick_.async_wait([this](const auto& error) {
      if (error) return;
      if (last_ && (ways_.idle() || std::chrono::steady_clock::now() >= *last_)) {
        ways_.give_up("the session ended before it was done");
        return io_.stop();
      }
      if (!last_) send(schedule_.due(std::chrono::system_clock::now()));
      for (std::size_t held = schedule_.take_held_back(); held > 0; --held)
        pass_on({"questions", "more than " + std::to_string(kMostAMinute) + " a minute", ""});
      tick();
    });
  }

  boost::asio::io_context io_{1};
  AlertLink link_;
  boost::asio::posix::stream_descriptor arrivals_;
  boost::asio::steady_timer tick_;
  AlertSchedule schedule_;
  AlertWays ways_;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

[[noreturn]] void alert(AlertLink link, AlertPlan plan) {
  ::prctl(PR_SET_NAME, "guard-alert", 0, 0, 0);
  // A process that a program of ours starts and leaves ends with us.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  take_signals();
  leave_inherited_files({link.fd()});
  if (::chdir("/") != 0) ::_exit(kGuardFailed);
  AlertLoop(std::move(link), std::move(plan)).run();
  ::_exit(kGuardFailed);
}

}  // namespace

Result<std::unique_ptr<Alerter>> Alerter::fork_off(AlertPlan plan) {
  auto ends = AlertLink::pair();
  if (!ends) return forward(ends.error());
  const pid_t pid = ::fork();
  if (pid < 0) return fail_errno("fork");
  if (pid == 0) {
    { const AlertLink servings = std::move(ends->first); }
    alert(std::move(ends->second), std::move(plan));
  }
  auto process = PidHandle::open(pid);
  if (!process) return forward(process.error());
  return std::unique_ptr<Alerter>(new Alerter(std::move(ends->first), std::move(*process)));
}

Alerter::~Alerter() {
  constexpr int kMoment = 500;
  finish();
  const auto ended = process_.wait_for_end(kMoment);
  if (!ended || !*ended) (void)process_.send_signal(SIGKILL);
  (void)process_.reap();
}

bool Alerter::tell(const std::string& type, const nlohmann::json& data) const {
  return link_.send({{"type", type}, {"data", bounded(data)}});
}

Result<std::vector<AlertReport>> Alerter::reports() const {
  std::vector<AlertReport> reports;
  while (true) {
    const auto message = link_.receive();
    if (!message && message.error().code == Code::kBusy) return reports;
    if (!message && reports.empty()) return forward(message.error());
    if (!message) return reports;
    reports.push_back(
        {text_in(*message, "way"), text_in(*message, "failure"), text_in(*message, "result")});
  }
}

}  // namespace guard::supervisor

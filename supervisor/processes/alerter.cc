// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/alerter.h"

#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>

#include "base/process/descendants.h"
#include "supervisor/alerts/alert_schedule.h"

namespace guard::supervisor {
namespace {

constexpr auto kLook = std::chrono::milliseconds(100);

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
  void pass_on(const AlertReport& report) { (void)send_report(link_, report); }

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

}  // namespace

Result<std::unique_ptr<Alerter>> Alerter::fork_off(AlertPlan plan) {
  auto process = SideProcess::fork_off("guard-alert", [&plan](AlertLink link) {
    AlertLoop(std::move(link), std::move(plan)).run();
  });
  if (!process) return forward(process.error());
  return std::unique_ptr<Alerter>(new Alerter(std::move(*process)));
}

bool Alerter::tell(const std::string& type, const nlohmann::json& data) const {
  return process_.link().send({{"type", type}, {"data", bounded(data)}});
}

}  // namespace guard::supervisor

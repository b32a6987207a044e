// SPDX-License-Identifier: Apache-2.0
// AlertWays: sends one alert by every way of the plan that is meant for it, and says how each of
// them went. Nothing waits: programs have a time, only few run at once, and what does not fit is a
// failure. Lives on the loop it was given.
#ifndef GUARD_SUPERVISOR_ALERTS_ALERT_WAYS_H_
#define GUARD_SUPERVISOR_ALERTS_ALERT_WAYS_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "supervisor/alerts/alert_plan.h"
#include "supervisor/alerts/hook_process.h"
#include "supervisor/alerts/webhook_sender.h"

namespace guard::supervisor {

struct AlertReport {
  std::string way;      // "webhook"
  std::string failure;  // "": it went well
  std::string result;   // what there is to say of success: "204"
  bool operator==(const AlertReport&) const = default;
};

class AlertWays {
 public:
  using OnReport = std::function<void(const AlertReport&)>;

  AlertWays(boost::asio::io_context& io, AlertPlan plan, OnReport on_report, WebhookPace pace = {});
  ~AlertWays();
  AlertWays(const AlertWays&) = delete;
  AlertWays& operator=(const AlertWays&) = delete;

  void send(const Alert& alert);
  // Nothing is under way that will report; a popup that somebody looks at does not count.
  [[nodiscard]] bool idle() const;
  // Says of everything under way that it failed, for WHY.
  void give_up(const std::string& why);
  // Ends every program.
  void end();

 private:
  void notify(const Alert& alert);
  void show_in_tmux(const Alert& alert);
  void run_command(const Alert& alert);
  void open_popup();
  void run(const std::string& way, HookProgram program);
  void report(const std::string& way, const std::string& failure, const std::string& result = "");

  boost::asio::io_context& io_;
  const AlertPlan plan_;
  const OnReport on_report_;
  std::optional<WebhookSender> webhook_;
  struct Running {
    std::string way;
    std::shared_ptr<HookProcess> process;
  };
  std::map<std::size_t, Running> running_;
  std::shared_ptr<HookProcess> popup_;
  std::size_t next_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_ALERT_WAYS_H_

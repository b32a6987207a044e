// SPDX-License-Identifier: Apache-2.0
// Alerter: the process that alerts people, a child of the serving process beside the tree
// (guard-alert). It has no listener, answers nothing and is asked nothing by the tree: what it
// reads of servers and programs cannot reach a verdict. It is told of events over its link and says
// how its alerts went. To be forked off while there is one thread; everything else: any thread.
#ifndef GUARD_SUPERVISOR_PROCESSES_ALERTER_H_
#define GUARD_SUPERVISOR_PROCESSES_ALERTER_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process/pid_handle.h"
#include "supervisor/alerts/alert_link.h"
#include "supervisor/alerts/alert_plan.h"
#include "supervisor/alerts/alert_ways.h"

namespace guard::supervisor {

class Alerter {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Alerter>> fork_off(AlertPlan plan);
  ~Alerter();  // ends it, and every program of it
  Alerter(const Alerter&) = delete;
  Alerter& operator=(const Alerter&) = delete;

  // Readable when reports() has something.
  [[nodiscard]] int fd() const { return link_.fd(); }
  [[nodiscard]] int process() const { return process_.fd(); }
  // False: it does not keep up, or has gone. Never waits.
  [[nodiscard]] bool tell(const std::string& type, const nlohmann::json& data) const;
  // The reports that have arrived. kGone: it has ended.
  [[nodiscard]] Result<std::vector<AlertReport>> reports() const;
  // No more events come: what is under way gets a moment, then it ends.
  void finish() const { link_.say_no_more(); }

 private:
  Alerter(AlertLink link, PidHandle process)
      : link_(std::move(link)), process_(std::move(process)) {}

  AlertLink link_;
  PidHandle process_;
};

// How long what is under way at the end of a session gets.
inline constexpr std::chrono::milliseconds kLastAlerts{2000};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_ALERTER_H_

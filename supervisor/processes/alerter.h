// SPDX-License-Identifier: Apache-2.0
// Alerter: the process that alerts people (guard-alert): what it reads of servers and programs
// cannot reach a verdict. It is told of events over its link and says how its alerts went. To be
// forked off while there is one thread; everything else: any thread.
#ifndef GUARD_SUPERVISOR_PROCESSES_ALERTER_H_
#define GUARD_SUPERVISOR_PROCESSES_ALERTER_H_

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "supervisor/alerts/alert_plan.h"
#include "supervisor/processes/side_process.h"

namespace guard::supervisor {

class Alerter {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Alerter>> fork_off(AlertPlan plan);
  // The process ends with this, and so does every program of it.
  [[nodiscard]] const SideProcess& process() const { return process_; }
  // False: it does not keep up, or has gone. Never waits.
  [[nodiscard]] bool tell(const std::string& type, const nlohmann::json& data) const;

 private:
  explicit Alerter(SideProcess process) : process_(std::move(process)) {}

  SideProcess process_;
};

// How long what is under way at the end of a session gets.
inline constexpr std::chrono::milliseconds kLastAlerts{2000};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_ALERTER_H_

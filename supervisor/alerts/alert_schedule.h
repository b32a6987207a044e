// SPDX-License-Identifier: Apache-2.0
// AlertSchedule: from a session's events to alerts, and when. A question of tier 3 is told at once,
// and again when it was answered, carried out and finished; one of tier 2 only when it still waits
// after a while. A flood of questions of tier 2 is told of in part, and how many were held back.
// Pure: the time comes in. One thread.
#ifndef GUARD_SUPERVISOR_ALERTS_ALERT_SCHEDULE_H_
#define GUARD_SUPERVISOR_ALERTS_ALERT_SCHEDULE_H_

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "supervisor/alerts/alert.h"

namespace guard::supervisor {

// For tier 2, a minute.
inline constexpr std::size_t kMostAMinute = 20;

class AlertSchedule {
 public:
  AlertSchedule(std::chrono::seconds after, std::string session)
      : after_(after), session_(std::move(session)) {}

  // TYPE and DATA as GET /v1/events tells them.
  [[nodiscard]] std::vector<Alert> take(const std::string& type, const nlohmann::json& data,
                                        TimePoint now);
  [[nodiscard]] std::vector<Alert> due(TimePoint now);
  // When due() may have something; nothing waits: none.
  [[nodiscard]] std::optional<TimePoint> next() const;
  // Since it was last asked.
  [[nodiscard]] std::size_t take_held_back();

 private:
  struct Waiting {
    nlohmann::json question;
    TimePoint due;
  };
  [[nodiscard]] Alert alert_of(policy::AlertEvent event, const nlohmann::json& question) const;
  std::vector<Alert> asked(const nlohmann::json& question, TimePoint now);
  std::vector<Alert> settled(const nlohmann::json& question);
  std::vector<Alert> done(const nlohmann::json& data);
  bool may_tell(TimePoint now);
  void remember(const std::string& id, nlohmann::json question);

  const std::chrono::seconds after_;
  const std::string session_;
  std::map<std::string, Waiting> waiting_;
  std::map<std::string, nlohmann::json> told_;  // told of, and not over
  std::deque<std::string> told_order_;
  std::deque<TimePoint> last_minute_;
  std::size_t held_back_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_ALERT_SCHEDULE_H_

// SPDX-License-Identifier: Apache-2.0
// AlertFailures: how each way of alerting went, so that a failure is told once a cause, with how
// often, and never swallowed. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_ALERTS_ALERT_FAILURES_H_
#define GUARD_SUPERVISOR_ALERTS_ALERT_FAILURES_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace guard::supervisor {

struct AlertFailure {
  std::string way;
  std::string cause;
  std::uint64_t count = 0;
  TimePoint last;
  bool operator==(const AlertFailure&) const = default;
};

class AlertFailures {
 public:
  void succeeded(const std::string& way);
  // True: the first time for this cause.
  [[nodiscard]] bool failed(const std::string& way, const std::string& cause, TimePoint now,
                            std::uint64_t times = 1);
  [[nodiscard]] std::vector<AlertFailure> all() const;
  // {"sent": {"webhook": 3}, "failures": [{"way", "cause", "count", "last"}]}
  [[nodiscard]] nlohmann::json json() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> sent_;
  std::map<std::pair<std::string, std::string>, AlertFailure> failures_;
};

// "alerts: webhook failed 3 times: cannot connect: Connection refused"
[[nodiscard]] std::string failure_text(const AlertFailure& failure);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_ALERT_FAILURES_H_

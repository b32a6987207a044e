// SPDX-License-Identifier: Apache-2.0
// The `alerts` and sinks of a policy for people and programs: never a secret, of a webhook's
// address only where it leads. Pure.
#ifndef GUARD_CONSOLE_POLICY_ALERT_VIEW_H_
#define GUARD_CONSOLE_POLICY_ALERT_VIEW_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "policy/model/alerts.h"
#include "policy/model/sinks.h"

namespace guard::console {

[[nodiscard]] nlohmann::ordered_json alerts_json(const policy::Alerts& alerts);
// "bell, title, desktop auto, tmux message, webhook https://hooks.example.org; tier 2 after 10s"
[[nodiscard]] std::string alerts_text(const policy::Alerts& alerts);

// The sinks of the record: never a token, of an address only where it leads.
[[nodiscard]] nlohmann::ordered_json sinks_json(const std::vector<policy::Sink>& sinks);
// "local (file), siem (syslog)"; "none"
[[nodiscard]] std::string sinks_text(const std::vector<policy::Sink>& sinks);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_ALERT_VIEW_H_

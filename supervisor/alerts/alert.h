// SPDX-License-Identifier: Apache-2.0
// Alert: one thing that somebody is told of a question, and its words for each way. Text from the
// tree was redacted and made safe before it got here; the words here are bounded, too, and escaped
// for where they go. Values, pure; any thread.
#ifndef GUARD_SUPERVISOR_ALERTS_ALERT_H_
#define GUARD_SUPERVISOR_ALERTS_ALERT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "policy/model/alerts.h"

namespace guard::supervisor {

struct Alert {
  policy::AlertEvent event = policy::AlertEvent::kAsked;
  std::string id;  // of the question
  std::string session;
  int tier = 2;
  nlohmann::json question;  // as the API gives it
  nlohmann::json outcome;   // of kExecuted and kFinished: outcome, errno; else null
  bool is_test = false;
};

// The content of a webhook's body and of a command's standard input (docs/alerts.md).
[[nodiscard]] nlohmann::json alert_json(const Alert& alert, TimePoint time);
[[nodiscard]] std::string wire_text(const nlohmann::json& json);
// "guard asks: rm -rf ./x"; safe for a terminal.
[[nodiscard]] std::string headline(const Alert& alert);
// The facts that the person needs: why, risk, session, how to answer. Lines.
[[nodiscard]] std::string body_text(const Alert& alert);
// Without a word of the tree, for where words are read as more than words (tmux runs `#(...)`).
[[nodiscard]] std::string fixed_line(const Alert& alert);
// GUARD_ALERT_EVENT and kin, "NAME=VALUE".
[[nodiscard]] std::vector<std::string> alert_variables(const Alert& alert);

// Cuts long texts and lists of an event, so that it fits a message whatever the tree asked.
[[nodiscard]] nlohmann::json bounded(const nlohmann::json& value);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_ALERT_H_

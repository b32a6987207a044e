// SPDX-License-Identifier: Apache-2.0
// The `alerts` section of a policy: how a person who is not looking is told that a question waits.
// Alerts only tell; none of them answers. Values only.
#ifndef GUARD_POLICY_MODEL_ALERTS_H_
#define GUARD_POLICY_MODEL_ALERTS_H_

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace guard::policy {

// kAuto: where notify-send and a desktop are.
enum class DesktopAlerts { kAuto, kOn, kOff };
// Inside tmux: a popup or a window that runs `guard watch`, or a line of the status bar.
enum class TmuxAlerts { kPopup, kWindow, kMessage, kOff };
// The events of a question that are told: that it waits; how it was answered; that the act was
// tried; that the program which was started has ended. The last two of tier 3 only.
enum class AlertEvent { kAsked, kSettled, kExecuted, kFinished };

struct Webhook {
  std::string url;
  std::string secret_file;  // one of the two
  std::string secret_env;
  std::vector<AlertEvent> events;  // empty: all
  bool operator==(const Webhook&) const = default;
};

struct Alerts {
  bool bell = true;
  bool title = true;
  DesktopAlerts desktop = DesktopAlerts::kAuto;
  TmuxAlerts tmux = TmuxAlerts::kMessage;
  std::chrono::seconds after{10};  // how long a question of tier 2 waits before anybody is told
  std::optional<Webhook> webhook;
  std::vector<std::string> command;
  bool operator==(const Alerts&) const = default;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_ALERTS_H_

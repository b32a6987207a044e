// SPDX-License-Identifier: Apache-2.0
// From the `alerts` of a policy and the machine to what alerts will do: which programs, found once
// at the start, with which environment; which secret. Nothing that the tree could write unasked is
// run outside of it: such a program or folder of PATH is left out, and said. Reads files; before
// CMD starts, or in `guard alerts test`.
#ifndef GUARD_SUPERVISOR_ALERTS_ALERT_PLAN_H_
#define GUARD_SUPERVISOR_ALERTS_ALERT_PLAN_H_

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/model/alerts.h"
#include "policy/paths/path_class.h"
#include "supervisor/alerts/webhook_sender.h"

namespace guard::supervisor {

// "webhook": what failed, and why.
struct AlertProblem {
  std::string way;
  std::string cause;
  bool operator==(const AlertProblem&) const = default;
};

struct AlertWorld {
  std::vector<std::string> environment;  // of guard, "NAME=VALUE"
  std::string home;
  std::string session;
  std::string socket;       // of the session
  std::string guard_image;  // what a popup of tmux runs
  // Takes a canonical path.
  std::function<bool(const std::string&)> tree_may_write;
};

struct TmuxPlan {
  std::string program;
  std::string pane;     // "%3"
  std::string session;  // "$0:"
  policy::TmuxAlerts how = policy::TmuxAlerts::kMessage;
  std::vector<std::string> watch;  // runs `guard watch` on this session
};

struct CommandPlan {
  std::string program;
  std::vector<std::string> argv;
};

struct AlertPlan {
  std::chrono::seconds after{10};
  std::string session;
  std::vector<std::string> environment;  // of every program: what mail and desktops need, no more
  std::optional<std::string> notify_send;
  std::optional<TmuxPlan> tmux;
  std::optional<WebhookPlan> webhook;
  std::optional<CommandPlan> command;
  std::vector<AlertProblem> problems;  // what was asked for and cannot be had

  [[nodiscard]] bool has_ways() const { return notify_send || tmux || webhook || command; }
  [[nodiscard]] std::vector<std::string> ways() const;
};

// AlertWorld::tree_may_write: what lies there is written unasked, or with no more than the undo
// store between. CLASSIFIER must outlive it.
[[nodiscard]] std::function<bool(const std::string&)> written_by_tree(
    const policy::PathClassifier& classifier);

// The program that WORDS name, outside of the tree's reach, with words that name no script there.
[[nodiscard]] Result<CommandPlan> find_command(const std::vector<std::string>& words,
                                               const AlertWorld& world);
// The environment that such a program gets.
[[nodiscard]] std::vector<std::string> hook_environment(const AlertWorld& world);
// A file that must be its owner's alone; WHAT it is, for an error: "the secret's file".
[[nodiscard]] Result<std::string> read_own_secret(const std::string& path, const char* what);
// "~/x" below HOME, as it lies; "" where nothing does.
[[nodiscard]] std::string file_as_it_lies(const std::string& path, const std::string& home);

[[nodiscard]] AlertPlan plan_alerts(const policy::Alerts& alerts, const AlertWorld& world);

// The file of the webhook's secret as it lies; "" when there is none. It is out of the tree's
// reach.
[[nodiscard]] std::string alert_secret_of(const policy::Alerts& alerts, const std::string& home);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_ALERT_PLAN_H_

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_ways.h"

#include <chrono>
#include <utility>
#include <vector>

#include "base/text/markup.h"

namespace guard::supervisor {
namespace {

using policy::AlertEvent;
using policy::TmuxAlerts;

constexpr std::chrono::seconds kProgramLimit{30};
constexpr std::chrono::seconds kNoticeLimit{10};
constexpr std::size_t kMostAtOnce = 8;
constexpr const char* kShownFor = "8000";  // ms of a line in tmux's status bar

std::vector<std::string> with(std::vector<std::string> entries,
                              const std::vector<std::string>& more) {
  entries.insert(entries.end(), more.begin(), more.end());
  return entries;
}

// Notify-send reads backslashes in a body as C does ("\033" would be an escape character), and
// desktops read markup there.
std::string notice_body(const std::string& text) {
  std::string doubled;
  for (const char c : escaped_markup(text)) doubled += c == '\\' ? "\\\\" : std::string(1, c);
  return doubled;
}

// A person is told again of tier 3 only; programs hear how whatever they were told of went on.
bool is_for_a_person(const Alert& alert) {
  return alert.is_test || alert.event == AlertEvent::kAsked || alert.tier >= 3;
}

}  // namespace

AlertWays::AlertWays(boost::asio::io_context& io, AlertPlan plan, OnReport on_report,
                     WebhookPace pace)
    : io_(io), plan_(std::move(plan)), on_report_(std::move(on_report)) {
  if (plan_.webhook) webhook_.emplace(io_, *plan_.webhook, std::move(pace));
}

AlertWays::~AlertWays() {
  end();
}

void AlertWays::report(const std::string& way, const std::string& failure,
                       const std::string& result) {
  on_report_({way, failure, result});
}

void AlertWays::send(const Alert& alert) {
  if (is_for_a_person(alert)) {
    if (plan_.notify_send) notify(alert);
    if (plan_.tmux) show_in_tmux(alert);
  }
  if (webhook_)
    webhook_->send(alert, [this](const std::string& failure, const std::string& result) {
      report("webhook", failure, result);
    });
  if (plan_.command) run_command(alert);
}

bool AlertWays::idle() const {
  return running_.empty() && (!webhook_ || webhook_->unfinished() == 0);
}

void AlertWays::give_up(const std::string& why) {
  for (const auto& [number, running] : running_) report(running.way, why);
  const std::size_t unsent = webhook_ ? webhook_->unfinished() : 0;
  for (std::size_t i = 0; i < unsent; ++i) report("webhook", why);
}

void AlertWays::end() {
  for (const auto& [number, running] : running_) running.process->end();
  if (popup_) popup_->end();
}

void AlertWays::run(const std::string& way, HookProgram program) {
  if (running_.size() >= kMostAtOnce) return report(way, "too many of its programs run already");
  const std::size_t number = next_++;
  auto started = HookProcess::start(io_, program, [this, way, number](const std::string& failure) {
    running_.erase(number);
    report(way, failure);
  });
  if (!started) return report(way, started.error().text());
  running_.emplace(number, Running{way, std::move(*started)});
}

void AlertWays::notify(const Alert& alert) {
  const bool urgent = alert.tier >= 3 && alert.event == AlertEvent::kAsked;
  run("desktop",
      {*plan_.notify_send,
       {"notify-send", "--app-name=guard", urgent ? "--urgency=critical" : "--urgency=normal", "--",
        headline(alert), notice_body(body_text(alert))},
       plan_.environment,
       "",
       kNoticeLimit});
}

// Tmux expands a message as a format, which may run programs: only guard's own words go there.
void AlertWays::show_in_tmux(const Alert& alert) {
  const TmuxPlan& tmux = *plan_.tmux;
  const bool opens = alert.event == AlertEvent::kAsked && !alert.is_test;
  if (opens && tmux.how == TmuxAlerts::kPopup) return open_popup();
  std::vector<std::string> words = {"tmux",    "display-message", "-d", kShownFor, "-t",
                                    tmux.pane, fixed_line(alert)};
  // One window is enough: -S goes to the one that is there.
  if (opens && tmux.how == TmuxAlerts::kWindow)
    words = with({"tmux", "new-window", "-S", "-n", "guard", "-t", tmux.session, "--"}, tmux.watch);
  run("tmux", {tmux.program, std::move(words), plan_.environment, "", kNoticeLimit});
}

// It stays as long as somebody looks at it, and shows later questions too.
void AlertWays::open_popup() {
  if (popup_) return;
  const TmuxPlan& tmux = *plan_.tmux;
  const HookProgram program{
      tmux.program,
      with({"tmux", "display-popup", "-E", "-w", "90%", "-h", "90%", "-t", tmux.pane, "--"},
           tmux.watch),
      plan_.environment, "", std::nullopt};
  auto started = HookProcess::start(io_, program, [this](const std::string& failure) {
    popup_.reset();
    report("tmux", failure);
  });
  if (!started) return report("tmux", started.error().text());
  popup_ = std::move(*started);
}

void AlertWays::run_command(const Alert& alert) {
  const std::string input = wire_text(alert_json(alert, std::chrono::system_clock::now())) + "\n";
  run("command", {plan_.command->program, plan_.command->argv,
                  with(plan_.environment, alert_variables(alert)), input, kProgramLimit});
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "console/policy/alert_view.h"

#include "base/text/text.h"
#include "policy/load/key_names.h"
#include "policy/network/web_address.h"
#include "policy/text/scalars.h"

namespace guard::console {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string origin_in(const std::string& url) {
  const auto address = policy::parse_web_address(url);
  return address ? policy::origin_of(*address) : "";
}

OrderedJson webhook_json(const policy::Alerts& alerts) {
  if (!alerts.webhook) return nullptr;
  OrderedJson events = OrderedJson::array();
  for (const auto event : alerts.webhook->events) events.push_back(policy::name_of(event));
  return {{"origin", origin_in(alerts.webhook->url)},
          {"secret_file", alerts.webhook->secret_file},
          {"secret_env", alerts.webhook->secret_env},
          {"events", std::move(events)}};
}

void add(std::string& text, const std::string& way) {
  text += (text.empty() ? "" : ", ") + way;
}

}  // namespace

OrderedJson alerts_json(const policy::Alerts& alerts) {
  return {{"bell", alerts.bell},
          {"title", alerts.title},
          {"desktop", policy::name_of(alerts.desktop)},
          {"tmux", policy::name_of(alerts.tmux)},
          {"webhook", webhook_json(alerts)},
          {"command", alerts.command},
          {"after", policy::duration_text(alerts.after)}};
}

std::string alerts_text(const policy::Alerts& alerts) {
  std::string text;
  if (alerts.bell) add(text, "bell");
  if (alerts.title) add(text, "title");
  if (alerts.desktop != policy::DesktopAlerts::kOff)
    add(text, std::string("desktop ") + policy::name_of(alerts.desktop));
  if (alerts.tmux != policy::TmuxAlerts::kOff)
    add(text, std::string("tmux ") + policy::name_of(alerts.tmux));
  if (alerts.webhook) add(text, "webhook " + origin_in(alerts.webhook->url));
  if (!alerts.command.empty()) add(text, "command " + command_text(alerts.command));
  if (text.empty()) return "none";
  return text + "; tier 2 after " + policy::duration_text(alerts.after);
}

OrderedJson sinks_json(const std::vector<policy::Sink>& sinks) {
  OrderedJson all = OrderedJson::array();
  for (const policy::Sink& sink : sinks)
    all.push_back({{"name", sink.name},
                   {"type", policy::name_of(sink.type)},
                   {"format", policy::name_of(sink.format)},
                   {"path", sink.path},
                   {"host", sink.host},
                   {"origin", sink.url.empty() ? "" : origin_in(sink.url)},
                   {"command", sink.command}});
  return all;
}

std::string sinks_text(const std::vector<policy::Sink>& sinks) {
  std::string text;
  for (const policy::Sink& sink : sinks)
    add(text, sink.name + " (" + policy::name_of(sink.type) + ")");
  return text.empty() ? "none" : text;
}

}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
// Layers: the `alerts` of a file. A file of somebody else's project may say little about them: a
// command or a webhook of its author would run or send outside of the tree.
#include <algorithm>

#include "policy/load/key_names.h"
#include "policy/load/layers.h"
#include "policy/network/web_address.h"
#include "policy/text/scalars.h"

namespace guard::policy {
namespace {

bool is_absolute(std::string_view path) {
  return path.starts_with('/') || path.starts_with("~/");
}

// The folder that guard was started in says nothing about the hook.
Result<void> check_command(const Node& value) {
  const auto words = value.kind() == NodeKind::kList ? value.children() : std::vector<Node>{value};
  if (words.empty()) return {};
  const std::string_view program = words.front().text();
  if (program.empty()) return forward(words.front().fault("command: no program is named"));
  const bool is_name = program.find('/') == std::string_view::npos;
  if (is_name || is_absolute(program)) return {};
  return forward(words.front().fault("command: write the program's whole path (/... or ~/...)"));
}

Result<Webhook> read_webhook(const Node& map) {
  Webhook hook;
  hook.url = text_of(map, "url");
  hook.secret_file = text_of(map, "secret_file");
  hook.secret_env = text_of(map, "secret_env");
  if (hook.secret_file.empty() == hook.secret_env.empty()) {
    return forward(map.fault("webhook: needs a secret to sign with: secret_file or secret_env"));
  }
  if (!hook.secret_file.empty() && !is_absolute(hook.secret_file)) {
    return forward(
        map.find("secret_file")->fault("secret_file: write the whole path (/... or ~/...)"));
  }
  for (const auto& event : texts_of(map, "events")) hook.events.push_back(alert_event_named(event));
  return hook;
}

}  // namespace

// An untrusted file may have more told, in the person's own terminal and sooner.
Result<void> Layers::apply_alerts(const Node& value) {
  Alerts& alerts = policy_.alerts;
  const auto sign = [&](const char* key, bool& on) {
    const auto wanted = bool_of(value, key);
    if (wanted && !*wanted && tighten_only_) {
      not_applied(*value.find(key), std::string("alerts.") + key + ": off");
    } else if (wanted) {
      on = *wanted;
    }
  };
  sign("bell", alerts.bell);
  sign("title", alerts.title);
  if (const auto after = value.find("after")) {
    const auto wanted = *parse_duration(after->text());
    if (tighten_only_ && wanted > alerts.after) {
      not_applied(*after, "alerts.after: later");
    } else {
      alerts.after = wanted;
    }
  }
  for (const char* key : {"desktop", "tmux", "webhook", "command"}) {
    const auto found = value.find(key);
    if (!found) continue;
    if (tighten_only_) {
      not_applied(*found, std::string("alerts.") + key + ": only a trusted file sets it");
      continue;
    }
    if (auto applied = apply_alert_way(key, *found); !applied) return applied;
  }
  return {};
}

Result<void> Layers::apply_alert_way(std::string_view key, const Node& value) {
  Alerts& alerts = policy_.alerts;
  if (key == "desktop") alerts.desktop = desktop_alerts_named(value.text());
  if (key == "tmux") alerts.tmux = tmux_alerts_named(value.text());
  if (key == "command") {
    if (auto checked = check_command(value); !checked) return checked;
    alerts.command.clear();
    const auto words = value.kind() == NodeKind::kList ? value.children() : std::vector{value};
    for (const auto& word : words) alerts.command.emplace_back(word.text());
  }
  if (key == "webhook") {
    auto hook = read_webhook(value);
    if (!hook) return forward(hook.error());
    alerts.webhook = std::move(*hook);
  }
  return {};
}

}  // namespace guard::policy

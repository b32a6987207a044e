// SPDX-License-Identifier: Apache-2.0
// Layers: the `modes` of a file, which of them the run has, and `safe_mode`. An untrusted project
// may ask for a stricter mode only, and cannot switch safe mode off. An error names the line; the
// caller drops the policy. One thread, that of Layers.
#include "policy/load/layers.h"
#include "policy/text/scalars.h"

namespace guard::policy {
namespace {

Result<Mode> read_mode(const Node& name, const Node& map) {
  Mode mode = balanced_mode();
  mode.name = name.text();
  for (std::size_t tier = 0; tier < mode.tiers.size(); ++tier) {
    const auto value = map.find("tier" + std::to_string(tier));
    if (!value) continue;
    mode.tiers[tier] = *tier_action_named(value->text());
    const bool confirms = mode.tiers[tier] == TierAction::kConfirm ||
                          mode.tiers[tier] == TierAction::kConfirmThenRemember;
    if (tier == 3 && !confirms) {
      return forward(
          value->fault("tier3: always asks in two steps (confirm or "
                       "confirm_then_remember); safe_mode is the switch that skips"));
    }
  }
  return mode;
}

}  // namespace

Result<void> Layers::apply_modes(const Node& value) {
  const auto members = value.children();
  for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
    auto mode = read_mode(members[i], members[i + 1]);
    if (!mode) return forward(mode.error());
    const auto known = policy_.modes.find(mode->name);
    if (tighten_only_ && known != policy_.modes.end() && is_looser(*mode, known->second)) {
      not_applied(members[i], "modes: a looser " + mode->name);
    } else {
      policy_.modes[mode->name] = *mode;
    }
  }
  return {};
}

Result<void> Layers::apply_mode(const Node& value) {
  const auto mode = policy_.modes.find(std::string(value.text()));
  if (mode == policy_.modes.end()) {
    std::string names;
    std::vector<std::string_view> all;
    for (const auto& [name, known] : policy_.modes) {
      names += (names.empty() ? "" : ", ") + name;
      all.emplace_back(name);
    }
    const auto nearest = nearest_of(value.text(), all);
    if (!nearest.empty()) names += "; did you mean \"" + std::string(nearest) + "\"?";
    return forward(value.fault("mode: \"" + std::string(value.text()) + "\" is none of " + names));
  }
  if (tighten_only_ && is_looser(mode->second, policy_.modes.at(policy_.mode.name))) {
    not_applied(value, "mode: " + mode->first + " is looser than " + policy_.mode.name);
  } else {
    policy_.mode = mode->second;
  }
  return {};
}

Result<void> Layers::apply_safe_mode(const Node& value) {
  const bool on = *parse_bool(value.text());
  if (tighten_only_ && !on) {
    not_applied(value, "safe_mode: off");
  } else {
    policy_.safe_mode = on;
  }
  return {};
}

}  // namespace guard::policy

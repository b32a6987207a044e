// SPDX-License-Identifier: Apache-2.0
#include "policy/model/mode.h"

#include <algorithm>

namespace guard::policy {
namespace {

struct ActionRow {
  TierAction action;
  std::string_view name;
  int strictness;  // what remembers is looser than what asks again
};
constexpr std::array<ActionRow, 7> kActions = {{
    {TierAction::kAllow, "allow", 0},
    {TierAction::kLog, "log", 1},
    {TierAction::kAskOncePerCommand, "ask_once_per_command", 2},
    {TierAction::kAsk, "ask", 4},
    {TierAction::kAskThenRemember, "ask_then_remember", 3},
    {TierAction::kConfirm, "confirm", 6},
    {TierAction::kConfirmThenRemember, "confirm_then_remember", 5},
}};

const ActionRow& row_of(TierAction action) {
  return kActions.at(static_cast<std::size_t>(action));
}

}  // namespace

Mode paranoid_mode() {
  return {
      "paranoid",
      {TierAction::kAskOncePerCommand, TierAction::kAsk, TierAction::kAsk, TierAction::kConfirm}};
}

Mode balanced_mode() {
  return {"balanced",
          {TierAction::kAllow, TierAction::kLog, TierAction::kAsk, TierAction::kConfirm}};
}

Mode trusting_mode() {
  return {"trusting",
          {TierAction::kAllow, TierAction::kLog, TierAction::kAskThenRemember,
           TierAction::kConfirmThenRemember}};
}

std::optional<Mode> built_in_mode(std::string_view name) {
  for (const auto make : {paranoid_mode, balanced_mode, trusting_mode})
    if (Mode mode = make(); mode.name == name) return mode;
  return std::nullopt;
}

std::string difference_text(const Mode& mode, const Mode& than) {
  std::string text;
  for (std::size_t tier = 0; tier < mode.tiers.size(); ++tier) {
    if (mode.tiers[tier] == than.tiers[tier]) continue;
    text += (text.empty() ? "tier " : ", tier ") + std::to_string(tier) + " " +
            name_of(mode.tiers[tier]);
  }
  return text;
}

const char* name_of(TierAction action) {
  return row_of(action).name.data();
}

std::optional<TierAction> tier_action_named(std::string_view name) {
  const auto row = std::ranges::find(kActions, name, &ActionRow::name);
  return row == kActions.end() ? std::nullopt : std::optional(row->action);
}

bool asks_per_command(const Mode& mode) {
  return std::ranges::find(mode.tiers, TierAction::kAskOncePerCommand) != mode.tiers.end();
}

bool is_looser(const Mode& mode, const Mode& than) {
  for (std::size_t tier = 0; tier < mode.tiers.size(); ++tier) {
    if (row_of(mode.tiers[tier]).strictness < row_of(than.tiers[tier]).strictness) return true;
  }
  return false;
}

}  // namespace guard::policy

// SPDX-License-Identifier: Apache-2.0
// Modes: what each tier means, as data. A team can define its own under `modes:`.
#ifndef GUARD_POLICY_MODEL_MODE_H_
#define GUARD_POLICY_MODEL_MODE_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace guard::policy {

enum class TierAction {
  kAllow,              // automatic
  kLog,                // automatic, shown to watchers
  kAskOncePerCommand,  // paranoid's tier 0: once per command of the agent
  kAsk,
  kAskThenRemember,      // ask, then remember for the session
  kConfirm,              // ask in two steps
  kConfirmThenRemember,  // two steps, then remember the identical act for the session
};

struct Mode {
  std::string name = "balanced";
  std::array<TierAction, 4> tiers = {TierAction::kAllow, TierAction::kLog, TierAction::kAsk,
                                     TierAction::kConfirm};
  bool operator==(const Mode&) const = default;
};

[[nodiscard]] Mode paranoid_mode();
[[nodiscard]] Mode balanced_mode();
[[nodiscard]] Mode trusting_mode();

// The built-in mode of that name.
[[nodiscard]] std::optional<Mode> built_in_mode(std::string_view name);
// "tier 2 allow, tier 3 confirm": where MODE is not as THAN.
[[nodiscard]] std::string difference_text(const Mode& mode, const Mode& than);

[[nodiscard]] const char* name_of(TierAction action);  // "ask_then_remember"
[[nodiscard]] std::optional<TierAction> tier_action_named(std::string_view name);
// One answer may let the whole command of the agent go on: at some tier it is asked once per
// command.
[[nodiscard]] bool asks_per_command(const Mode& mode);
// True when `mode` asks for less than `than` at any tier.
[[nodiscard]] bool is_looser(const Mode& mode, const Mode& than);

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_MODE_H_

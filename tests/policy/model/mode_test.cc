// SPDX-License-Identifier: Apache-2.0
#include "policy/model/mode.h"

#include <gtest/gtest.h>

namespace guard::policy {
namespace {

TEST(ModeTest, ActionsKeepTheirNames) {
  for (int i = 0; i <= static_cast<int>(TierAction::kConfirmThenRemember); ++i) {
    const auto action = static_cast<TierAction>(i);
    EXPECT_EQ(tier_action_named(name_of(action)), action) << name_of(action);
  }
  EXPECT_FALSE(tier_action_named("ASK"));
}

TEST(ModeTest, ParanoidIsStricterThanBalancedThanTrusting) {
  EXPECT_TRUE(is_looser(trusting_mode(), balanced_mode()));
  EXPECT_TRUE(is_looser(balanced_mode(), paranoid_mode()));
  EXPECT_FALSE(is_looser(paranoid_mode(), balanced_mode()));
  EXPECT_FALSE(is_looser(balanced_mode(), trusting_mode()));
  EXPECT_FALSE(is_looser(balanced_mode(), balanced_mode()));
}

TEST(ModeTest, WhetherItAsksOncePerCommandIsToldByItsActionsNotByItsName) {
  EXPECT_TRUE(asks_per_command(paranoid_mode()));
  EXPECT_FALSE(asks_per_command(balanced_mode()));
  Mode team = balanced_mode();
  team.tiers[2] = TierAction::kAskOncePerCommand;
  EXPECT_TRUE(asks_per_command(team));
  Mode strict = paranoid_mode();
  strict.tiers[0] = TierAction::kAsk;
  EXPECT_FALSE(asks_per_command(strict));
}

TEST(ModeTest, OneLooserTierMakesALooserMode) {
  Mode mode = paranoid_mode();
  mode.tiers[2] = TierAction::kAskThenRemember;
  EXPECT_TRUE(is_looser(mode, balanced_mode()));
}

}  // namespace
}  // namespace guard::policy

// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/dropped_keys.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

TEST(DroppedKeysTest, WhatWasTypedIsCountedAndNeverShown) {
  DroppedKeys keys;
  EXPECT_EQ(keys.note(true), "");
  keys.drop("g\xc3\xbcn");
  keys.drop("x");
  EXPECT_EQ(keys.note(true), "4 characters that you typed: dropped, no answer");
  EXPECT_EQ(keys.note(false), "what you typed was dropped");
  EXPECT_EQ(keys.kept(), "");
}

TEST(DroppedKeysTest, ItIsKeptForTheProgramWhereThePersonSaysSo) {
  DroppedKeys keys;
  EXPECT_FALSE(keys.can_be_kept());
  keys.drop("ls\r");
  keys.toggle_keep();
  EXPECT_EQ(keys.kept(), "ls\r");
  EXPECT_EQ(keys.note(true), "the program gets the 3 characters that you typed, after your answer");
  keys.forget_keep();
  EXPECT_EQ(keys.kept(), "");
}

TEST(DroppedKeysTest, KeysOfTheSameBurstBelongToWhatWasTyped) {
  DroppedKeys keys;
  keys.used("d", false);
  keys.used("e", false);
  keys.used("e", true);
  keys.drop_with_used("k");
  keys.toggle_keep();
  EXPECT_EQ(keys.kept(), "eek");
}

TEST(DroppedKeysTest, MoreThanALineHoldsCannotBeKept) {
  for (const std::size_t size :
       {DroppedKeys::kMost - 1, DroppedKeys::kMost, DroppedKeys::kMost + 1}) {
    DroppedKeys keys;
    keys.drop(std::string(size, 'x'));
    keys.drop("");
    keys.toggle_keep();
    EXPECT_EQ(keys.kept().size(), size <= DroppedKeys::kMost ? size : 0) << size;
    EXPECT_EQ(keys.note(true).starts_with("more than"), size > DroppedKeys::kMost);
  }
}

}  // namespace
}  // namespace guard::console

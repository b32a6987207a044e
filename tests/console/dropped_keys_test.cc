// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/dropped_keys.h"

#include <gtest/gtest.h>

#include "console/terminal/paste_brackets.h"

namespace guard::console {
namespace {

TEST(DroppedKeysTest, WhatWasTypedIsCountedAndNeverShown) {
  DroppedKeys keys;
  EXPECT_EQ(keys.note(true), "");
  keys.drop("g\xc3\xbcn");
  keys.drop("x");
  EXPECT_EQ(keys.note(true), "4 characters that you typed: no answer");
  EXPECT_EQ(keys.note(false), "what you typed is no answer");
  EXPECT_EQ(keys.kept(), "");
}

TEST(DroppedKeysTest, ItIsKeptForTheProgramWhereThePersonSaysSo) {
  DroppedKeys keys;
  EXPECT_FALSE(keys.can_be_kept());
  keys.drop("ls\r");
  EXPECT_EQ(keys.key(true), "[k] give these 3 characters to the program");
  keys.toggle_keep();
  EXPECT_EQ(keys.key(true), "[k] drop them");
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

TEST(PasteBracketsTest, WhatComesWithAPasteIsNoKey) {
  PasteBrackets paste;
  EXPECT_FALSE(paste.pasted("y"));
  EXPECT_FALSE(paste.pasted("\x1b[A"));
  EXPECT_EQ(paste.pasted("\x1b[200~y\r\x1b[201~"), "y\r");
  EXPECT_FALSE(paste.pasted("y"));
  EXPECT_EQ(paste.pasted("\x1b[200~a\x1b[201~y\r"), "ay\r") << "the bracket may be of the paste";
}

TEST(PasteBracketsTest, APasteMayTakeManyReads) {
  PasteBrackets paste;
  for (const char* read : {"\x1b[200~first", "y\r", "last\x1b[20"}) EXPECT_TRUE(paste.pasted(read));
  EXPECT_TRUE(paste.pasted("1~"));
  EXPECT_FALSE(paste.pasted("y"));
  EXPECT_FALSE(paste.pasted("\x1b[20"));
  EXPECT_TRUE(paste.pasted("0~y"));
  EXPECT_FALSE(paste.pasted("\x03")) << "the way out, where the closing bracket is lost";
  EXPECT_FALSE(paste.pasted("y"));
}

}  // namespace
}  // namespace guard::console

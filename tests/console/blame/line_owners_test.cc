// SPDX-License-Identifier: Apache-2.0
#include "console/blame/line_owners.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace guard::console {
namespace {

using ::testing::ElementsAre;

TEST(LineOwnersTest, ALineThatStaysKeepsItsOwner) {
  LineOwners lines("a\nb\nc\n", 0);
  ASSERT_TRUE(lines.replace("a\nB\nc\nd\n", 1));
  EXPECT_THAT(lines.owners(), ElementsAre(0, 1, 0, 1));
  ASSERT_TRUE(lines.replace("zero\na\nB\nd\n", 2));
  EXPECT_THAT(lines.owners(), ElementsAre(2, 0, 1, 1));
}

TEST(LineOwnersTest, WhatIsGivenBackIsItsEarlierOwnersAgain) {
  LineOwners lines("a\nb\n", 0);
  ASSERT_TRUE(lines.replace("x\n", 1));
  ASSERT_TRUE(lines.give_back("a\nb\n", 2));
  EXPECT_THAT(lines.owners(), ElementsAre(0, 0));
}

TEST(LineOwnersTest, APartThatIsGivenBackIsWhoseItWasLast) {
  LineOwners lines("a\nb\nc\n", 0);
  ASSERT_TRUE(lines.replace("a\nB\nc\n", 1));
  ASSERT_TRUE(lines.replace("A\nx\nC\n", 2));
  ASSERT_TRUE(lines.give_back("A\nB\nC\nnew\n", 3));
  EXPECT_THAT(lines.owners(), ElementsAre(2, 1, 2, 3));
}

TEST(LineOwnersTest, WhoeverWritesALineAnewIsItsOwner) {
  LineOwners lines("a\n", 0);
  ASSERT_TRUE(lines.replace("a\nb\n", 1));
  ASSERT_TRUE(lines.replace("a\n", 2));
  ASSERT_TRUE(lines.replace("a\nb\n", 3));
  EXPECT_THAT(lines.owners(), ElementsAre(0, 3));
}

TEST(LineOwnersTest, ATextFromNothingIsOfWhoMadeIt) {
  LineOwners lines("", 0);
  ASSERT_TRUE(lines.replace("a\nb", 1));
  EXPECT_THAT(lines.owners(), ElementsAre(1, 1));
  ASSERT_TRUE(lines.replace("", 2));
  EXPECT_THAT(lines.owners(), ElementsAre());
}

TEST(LineOwnersTest, ALastLineWithoutItsBreakIsALine) {
  LineOwners lines("a\nb", 0);
  ASSERT_TRUE(lines.replace("a\nb\nc", 1));
  EXPECT_THAT(lines.owners(), ElementsAre(0, 1, 1)) << "the line break of b came with c";
  EXPECT_THAT(lines_of_text("a\n\nb"), ElementsAre("a\n", "\n", "b"));
}

TEST(LineOwnersTest, FarHunksKeepWhatLiesBetween) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "line " + std::to_string(i) + "\n";
  LineOwners lines(text, 0);
  ASSERT_TRUE(lines.replace("new\n" + text + "last\n", 1));
  ASSERT_EQ(lines.owners().size(), 62U);
  EXPECT_EQ(lines.owners().front(), 1U);
  EXPECT_EQ(lines.owners().back(), 1U);
  EXPECT_EQ(lines.owners()[30], 0U);
}

}  // namespace
}  // namespace guard::console

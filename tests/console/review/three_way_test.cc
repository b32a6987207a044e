// SPDX-License-Identifier: Apache-2.0
#include "console/review/three_way.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

std::string merged(const char* base, const char* ours, const char* theirs) {
  const auto text = merged_text(base, ours, theirs);
  return text ? *text : "none: " + text.error().text();
}

TEST(ThreeWayTest, BothChangesAreTaken) {
  EXPECT_EQ(merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n"), "A\nb\nC\n");
  EXPECT_EQ(merged("a\nb\n", "a\nb\n", "b\n"), "b\n");
  EXPECT_EQ(merged("a\nb\n", "zero\na\nb\n", "a\nb\nlast\n"), "zero\na\nb\nlast\n");
}

TEST(ThreeWayTest, ChangesThatOnlyTouchComeOneBehindTheOther) {
  EXPECT_EQ(merged("a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n"), "A\nB\nc\n");
  EXPECT_EQ(merged("a\nb\n", "a\nb\nnew\n", "a\n"), "a\nnew\n");
  EXPECT_EQ(merged("a\nb\n", "new\na\nb\n", "b\n"), "new\nb\n");
}

TEST(ThreeWayTest, TheSameLinesChangedOtherwiseAreAConflict) {
  EXPECT_EQ(merged("a\nb\n", "a\nx\n", "a\ny\n"), "none: the same lines were changed again");
  EXPECT_EQ(merged("a\n", "a\nx\n", "a\ny\n"), "none: the same lines were changed again");
  EXPECT_EQ(merged("a\nb\nc\n", "a\nb2\nmore\nc\n", "a\nc\n"),
            "none: the same lines were changed again");
}

TEST(ThreeWayTest, TheSameChangeTwiceIsOne) {
  EXPECT_EQ(merged("a\nb\n", "a\nx\n", "a\nx\n"), "a\nx\n");
}

TEST(ThreeWayTest, ALastLineKeepsWhatItEndsWith) {
  EXPECT_EQ(merged("a\nb", "A\nb", "a\nb\n"), "A\nb\n");
  EXPECT_EQ(merged("", "a\n", ""), "a\n");
}

}  // namespace
}  // namespace guard::console

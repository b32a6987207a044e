// SPDX-License-Identifier: Apache-2.0
#include "console/review/hunks.h"

#include <gtest/gtest.h>

#include "base/text/line_difference.h"

namespace guard::console {
namespace {

std::string numbered(int count, int changed = 0, int also = 0) {
  std::string text;
  for (int line = 1; line <= count; ++line)
    text += (line == changed || line == also ? "new " : "") + std::to_string(line) + "\n";
  return text;
}

Result<std::string> back(const std::string& before, const std::string& now,
                         const std::set<std::size_t>& numbers) {
  const auto hunks = hunks_of("--- a\n+++ b\n" + line_difference(before, now).value());
  return hunks ? without_hunks(now, *hunks, numbers) : forward(hunks.error());
}

TEST(HunksTest, OneOfTwoGoesBack) {
  const std::string before = numbered(40);
  const std::string now = numbered(40, 5, 30);
  EXPECT_EQ(back(before, now, {1}).value(), numbered(40, 30));
  EXPECT_EQ(back(before, now, {2}).value(), numbered(40, 5));
  EXPECT_EQ(back(before, now, {1, 2}).value(), before);
  EXPECT_EQ(back(before, now, {}).value(), now);
}

TEST(HunksTest, AdditionsRemovalsAndMissingLineBreaks) {
  for (const auto& [before, now] :
       std::vector<std::pair<std::string, std::string>>{{"", "a\nb\n"},
                                                        {"a\nb\n", ""},
                                                        {"a", "a\n"},
                                                        {"a\n", "a"},
                                                        {"a\nb", "c\nb"},
                                                        {"x\n", "a\nx\nb"},
                                                        {"- a\n+ b\n@@ c\n", "-- a\n++ b\n@@ d\n"},
                                                        {"a\r\nb\r\n", "a\r\nc\r\n"},
                                                        {"\n\n\n", "\n"}})
    EXPECT_EQ(back(before, now, {1}).value(), before) << now;
}

TEST(HunksTest, AnotherTextIsRefused) {
  const auto hunks = hunks_of(line_difference("a\nb\n", "a\nc\n").value());
  ASSERT_TRUE(hunks.has_value());
  EXPECT_EQ(without_hunks("a\nd\n", *hunks, {1}).error().code, Code::kBusy);
  EXPECT_EQ(without_hunks("", *hunks, {1}).error().code, Code::kBusy);
  EXPECT_EQ(without_hunks("a\nc\n", *hunks, {2}).error().code, Code::kInvalid);
  EXPECT_EQ(without_hunks("a\nc\n", *hunks, {0}).error().code, Code::kInvalid);
}

TEST(HunksTest, ACutDifferenceIsRefused) {
  for (const char* text : {"@@ -1,2 +1,2 @@\n a\n", "@@ -1 +1 @@\n-a\n-b\n", "@@ -1 +1 @@\nx\n",
                           "@@ -1 +1 @@\n-a\n+b\nrest\n"})
    EXPECT_FALSE(hunks_of(text).has_value()) << text;
  EXPECT_TRUE(hunks_of("Binary files a and b differ\n").value().empty());
}

TEST(HunksTest, NumbersAndRanges) {
  EXPECT_EQ(hunk_numbers("1,3").value(), (std::set<std::size_t>{1, 3}));
  EXPECT_EQ(hunk_numbers("2-4,7").value(), (std::set<std::size_t>{2, 3, 4, 7}));
  for (const char* text :
       {"", "0", "1,", ",1", "3-1", "a", "1 2", "-1", "1-", "99999999999999999999"})
    EXPECT_FALSE(hunk_numbers(text).has_value()) << text;
}

}  // namespace
}  // namespace guard::console

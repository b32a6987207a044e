// SPDX-License-Identifier: Apache-2.0
// Differences of small texts as people read them.
#include "base/text/line_difference.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace guard {
namespace {

std::string numbered(int from, int to) {
  std::string text;
  for (int number = from; number <= to; ++number) text += std::to_string(number) + "\n";
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// The text that the hunks make of BEFORE; each must begin where it says.
std::string applied(const std::string& before, const std::string& hunks) {
  const std::vector<std::string> old_lines = lines_of(before);
  std::string after;
  std::size_t at = 0;
  for (const std::string& line : lines_of(hunks)) {
    if (line.starts_with("@@")) {
      const std::string range = line.substr(4, line.find(' ', 4) - 4);
      const bool is_empty = range.ends_with(",0");
      const auto start = static_cast<std::size_t>(std::stoul(range)) - (is_empty ? 0 : 1);
      while (at < start) after += old_lines.at(at++) + "\n";
    } else if (line[0] == '+') {
      after += line.substr(1) + "\n";
    } else {
      EXPECT_EQ(old_lines.at(at++), line.substr(1));
      if (line[0] == ' ') after += line.substr(1) + "\n";
    }
  }
  while (at < old_lines.size()) after += old_lines.at(at++) + "\n";
  return after;
}

TEST(LineDifferenceTest, EqualTextsHaveNone) {
  EXPECT_EQ(line_difference("a\nb", "a\nb"), "");
  EXPECT_EQ(line_difference("", ""), "");
}

TEST(LineDifferenceTest, AChangeStandsAmongThreeLines) {
  std::string after = numbered(1, 20);
  after.replace(after.find("10\n"), 3, "ten\n");
  EXPECT_EQ(line_difference(numbered(1, 20), after),
            "@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n");
}

TEST(LineDifferenceTest, ChangesFarApartAreHunksOfTheirOwn) {
  EXPECT_EQ(line_difference("x\n" + numbered(1, 8), numbered(1, 8) + "y\n"),
            "@@ -1,4 +1,3 @@\n-x\n 1\n 2\n 3\n@@ -7,3 +6,4 @@\n 6\n 7\n 8\n+y\n");
}

TEST(LineDifferenceTest, WhatIsEmptyHasNoLine) {
  EXPECT_EQ(line_difference("", "a\n"), "@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(line_difference("a\nb\n", ""), "@@ -1,2 +0,0 @@\n-a\n-b\n");
}

TEST(LineDifferenceTest, ALineBreakThatIsMissingIsSaid) {
  EXPECT_EQ(line_difference("a", "a\n"), "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

TEST(LineDifferenceTest, ManyDifferencesAreLeftToOthers) {
  EXPECT_FALSE(line_difference(numbered(1, 300), numbered(1001, 1300)));
  EXPECT_TRUE(line_difference(numbered(1, 300), numbered(1, 300) + numbered(1, 200)));
}

TEST(LineDifferenceTest, HunksMakeTheOneOfTheOther) {
  std::mt19937 random(1);
  const auto text = [&](std::size_t lines) {
    std::string made;
    for (std::size_t line = 0; line < lines; ++line)
      made += std::string(1, static_cast<char>('a' + random() % 5)) + "\n";
    return made;
  };
  for (int turn = 0; turn < 500; ++turn) {
    const std::string before = text(random() % 40);
    const std::string after = text(random() % 40);
    const auto hunks = line_difference(before, after);
    ASSERT_TRUE(hunks);
    EXPECT_EQ(applied(before, *hunks), after) << before << "--\n" << after;
  }
}

}  // namespace
}  // namespace guard

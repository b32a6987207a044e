// SPDX-License-Identifier: Apache-2.0
#include "console/help/subcommands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::console {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr Subcommand kRows[] = {
    {"count", "how many words",
     [](const Words& words) { return 40 + static_cast<int>(words.size()); }},
    {"other", "something else", [](const Words&) { return 1; }, "something is"},
};
constexpr Alias kAliases[] = {{"sum", "count all"}, {"total", "count all"}, {"c", "count"}};
const SubcommandTable kTable = {"guard audit", "who did what", kRows, "", kAliases};

class SubcommandsTest : public ::testing::Test {
 protected:
  int run(const Words& words) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int status = dispatch(kTable, words);
    out_ = testing::internal::GetCapturedStdout();
    err_ = testing::internal::GetCapturedStderr();
    return status;
  }
  std::string out_;
  std::string err_;
};

TEST_F(SubcommandsTest, RunsTheNamedRowWithTheWordsAfterIt) {
  EXPECT_EQ(run({"count", "--help", "x"}), 42);
}

// Inside of one: integration/cases/run/what_is_out_of_reach_inside_says_so.sh.
TEST_F(SubcommandsTest, WhatIsOutOfReachInsideASessionRunsOutsideOfOne) {
  EXPECT_EQ(run({"other"}), 1);
  EXPECT_EQ(err_, "");
}

TEST_F(SubcommandsTest, AnUnknownNameNamesTheNearest) {
  EXPECT_EQ(run({"coutn"}), 2);
  EXPECT_EQ(err_,
            "guard: unknown subcommand coutn of guard audit (did you mean count?); see guard audit "
            "--help\n");
  EXPECT_EQ(run({"\x1b[2J"}), 2);
  EXPECT_THAT(err_, HasSubstr("\\x1B[2J"));
}

TEST_F(SubcommandsTest, NothingIsAUsageErrorAndHelpIsNot) {
  EXPECT_EQ(run({}), 2);
  EXPECT_THAT(err_, HasSubstr("count  how many words"));
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_THAT(out_, HasSubstr("count  how many words"));
}

TEST_F(SubcommandsTest, CompletionIsToldTheNames) {
  EXPECT_EQ(run({"--print-commands"}), 0);
  EXPECT_EQ(out_, "count\nother\nsum\ntotal\nc\n");
}

TEST_F(SubcommandsTest, ManualPagesAreOfTheRowsAlone) {
  EXPECT_EQ(run({"--print-documented"}), 0);
  EXPECT_EQ(out_, "count\nother\n");
}

TEST_F(SubcommandsTest, AnAliasRunsItsTargetWithTheWordsBehindIt) {
  EXPECT_EQ(run({"c"}), 40);
  EXPECT_EQ(run({"sum", "--help"}), 42);
  EXPECT_EQ(run({"help", "c"}), 41);
}

TEST_F(SubcommandsTest, HelpNamesTheAliasesOfATargetTogether) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_THAT(out_, HasSubstr("\nalso: sum, total (count all), c (count)\n"));
}

TEST_F(SubcommandsTest, AGroupHeadsItsRows) {
  static constexpr Subcommand kGrouped[] = {
      {"a", "one", [](const Words&) { return 0; }, nullptr, "Run"},
      {"b", "two", [](const Words&) { return 0; }},
      {"c", "three", [](const Words&) { return 0; }, nullptr, "Answer"},
  };
  EXPECT_THAT(help_text({"guard", "x", kGrouped}),
              HasSubstr("Run:\n  a  one\n  b  two\nAnswer:\n  c  three\n"));
}

TEST_F(SubcommandsTest, WhatElseMayBeMeantIsSaidInPlaceOfTheNearestName) {
  const SubcommandTable table = {"guard", "x", kRows, "", {}, [](const Words& words) {
                                   return words.front() == "counter" ? "guard run -- counter"
                                                                     : std::string();
                                 }};
  testing::internal::CaptureStderr();
  EXPECT_EQ(dispatch(table, {"counter"}), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "guard: unknown subcommand counter (did you mean guard run -- counter?); see guard "
            "--help\n");
}

}  // namespace
}  // namespace guard::console

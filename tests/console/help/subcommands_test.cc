// SPDX-License-Identifier: Apache-2.0
#include "console/help/subcommands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::console {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr Subcommand kRows[] = {
    {"count", "how many words",
     [](const Words& words) { return 40 + static_cast<int>(words.size()); }},
    {"other", "something else", [](const Words&) { return 1; }, "something is"},
};
const SubcommandTable kTable = {"guard audit", "who did what", kRows};

class SubcommandsTest : public testing::Test {
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
            "guard: unknown subcommand coutn (did you mean count?); see guard audit --help\n");
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
  EXPECT_EQ(out_, "count\nother\n");
}

}  // namespace
}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder_format.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace guard {
namespace {

class FolderFormatTest : public ::testing::Test {
 protected:
  FolderFormatTest() {
    std::string name = ::testing::TempDir() + "guard-format-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~FolderFormatTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& text) {
    std::ofstream(folder_ + "/format") << text;
    std::filesystem::permissions(folder_ + "/format", std::filesystem::perms::owner_read |
                                                          std::filesystem::perms::owner_write);
  }
  std::vector<FormatStep> steps() {
    std::vector<FormatStep> steps;
    for (int from = 1; from < 3; ++from) {
      steps.push_back({from, [this, from](const std::string&) -> Result<void> {
                         taken_.push_back(from);
                         return from == fails_at_ ? fail(Code::kSystem, "no room") : Result<void>();
                       }});
    }
    return steps;
  }

  std::string folder_;
  std::vector<int> taken_;
  int fails_at_ = 0;
};

TEST_F(FolderFormatTest, WithoutItsFileItIsTheFirst) {
  EXPECT_EQ(*format_of(folder_), 1);
  EXPECT_TRUE(check_format(folder_, 1));
  EXPECT_TRUE(check_format(folder_ + "/none", 1));
}

TEST_F(FolderFormatTest, EachStepIsTakenOnceAndInOrder) {
  ASSERT_TRUE(bring_to_format(folder_, 3, steps()));
  EXPECT_EQ(taken_, (std::vector<int>{1, 2}));
  EXPECT_EQ(*format_of(folder_), 3);
  ASSERT_TRUE(bring_to_format(folder_, 3, steps()));
  EXPECT_EQ(taken_.size(), 2U);
}

TEST_F(FolderFormatTest, OnlyWhatIsMissingIsTaken) {
  write("2\n");
  ASSERT_TRUE(bring_to_format(folder_, 3, steps()));
  EXPECT_EQ(taken_, std::vector<int>{2});
}

TEST_F(FolderFormatTest, AStepThatFailsIsTakenAgain) {
  fails_at_ = 2;
  const auto failed = bring_to_format(folder_, 3, steps());
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().text().find("to format 3"), std::string::npos) << failed.error().text();
  EXPECT_EQ(*format_of(folder_), 2);
  fails_at_ = 0;
  ASSERT_TRUE(bring_to_format(folder_, 3, steps()));
  EXPECT_EQ(taken_, (std::vector<int>{1, 2, 2}));
}

TEST_F(FolderFormatTest, ANewerOneIsRefused) {
  write("4\n");
  EXPECT_EQ(check_format(folder_, 3).error().code, Code::kUnsupported);
  EXPECT_EQ(bring_to_format(folder_, 3, steps()).error().code, Code::kUnsupported);
  EXPECT_TRUE(taken_.empty());
}

TEST_F(FolderFormatTest, WhatIsNoNumberIsAnError) {
  for (const char* text : {"x\n", "0\n", "-1\n", "2 3\n", "2x", "\n"}) {
    write(text);
    EXPECT_EQ(format_of(folder_).error().code, Code::kInvalid) << text;
  }
}

}  // namespace
}  // namespace guard

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/told_today.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/interceptor/scratch_folder.h"

namespace guard::supervisor {
namespace {

using guard::testing::ScratchFolder;
using ::testing::ElementsAre;

class ToldTodayTest : public ::testing::Test {
 protected:
  ToldTodayTest() { ::chmod(folder_.path().c_str(), 0700); }
  // As a session of its own would.
  void tell(const std::string& line, const std::string& folder) {
    once_a_day(folder, [this](const std::string& said) { told_.push_back(said); })(line);
  }
  void tell(const std::string& line) { tell(line, folder_.path()); }

  ScratchFolder folder_;
  std::vector<std::string> told_;
};

TEST_F(ToldTodayTest, ALineIsToldOnceADay) {
  for (const char* line : {"a cannot be held", "b cannot be held", "a cannot be held"}) tell(line);
  EXPECT_THAT(told_, ElementsAre("a cannot be held", "b cannot be held"));
}

TEST_F(ToldTodayTest, TheNextDayItIsToldAgain) {
  tell("a cannot be held");
  std::ofstream(folder_.path() + "/told_today") << "2001-02-03\na cannot be held\n";
  tell("a cannot be held");
  tell("a cannot be held");
  EXPECT_EQ(told_.size(), 2U);
}

TEST_F(ToldTodayTest, WhereNothingCanBeKeptItIsTold) {
  tell("a", "");
  tell("a", "");
  tell("a", folder_.path() + "/missing/folder");
  tell("a", folder_.path() + "/missing/folder");
  ASSERT_EQ(::mkdir((folder_.path() + "/told_today").c_str(), 0700), 0);
  tell("a");
  tell("a");
  EXPECT_EQ(told_.size(), 6U);
}

TEST_F(ToldTodayTest, ALineOfTwoIsOneLine) {
  tell("a\nb");
  tell("b");
  tell("a\nb");
  EXPECT_THAT(told_, ElementsAre("a\nb", "b"));
}

}  // namespace
}  // namespace guard::supervisor

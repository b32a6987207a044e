// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/told_lines.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

TEST(ToldLinesTest, EachLineOnceForAProcess) {
  ToldLines told;
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
  EXPECT_FALSE(told.first_time(1, 10, "denied a"));
  EXPECT_TRUE(told.first_time(1, 10, "denied b"));
  EXPECT_TRUE(told.first_time(2, 10, "denied a"));
}

TEST(ToldLinesTest, AReusedNumberIsAnotherProcess) {
  ToldLines told;
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
  EXPECT_TRUE(told.first_time(1, 11, "denied a"));
}

TEST(ToldLinesTest, AFullListForgets) {
  ToldLines told;
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
  for (int pid = 2; pid < 10000; ++pid) (void)told.first_time(pid, 1, "denied a");
  EXPECT_TRUE(told.first_time(1, 10, "denied a"));
}

}  // namespace
}  // namespace guard::supervisor

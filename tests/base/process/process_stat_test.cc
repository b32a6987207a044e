// SPDX-License-Identifier: Apache-2.0
#include "base/process/process_stat.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace guard {
namespace {

TEST(ProcessStatTest, OneselfRunsBelowItsParent) {
  const auto stat = read_process_stat(::getpid());
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->parent, ::getppid());
  EXPECT_EQ(stat->state, 'R');
  EXPECT_GT(stat->started, 0U);
  EXPECT_FALSE(has_ended(*stat));
}

TEST(ProcessStatTest, ANameMayLookLikeTheRestOfTheLine) {
  const auto stat = parse_process_stat(
      "17 (a) T 99 (b) Z 42 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 4711 0 0\n");
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->state, 'Z');
  EXPECT_EQ(stat->parent, 42);
  EXPECT_EQ(stat->started, 4711U);
  EXPECT_TRUE(has_ended(*stat));
}

TEST(ProcessStatTest, WhatIsNoSuchLineIsNoProcess) {
  for (const char* text : {"", "17 (a)", "17 (a) S 1", "17 a S 1 1 1 0",
                           "17 (a) S x 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 4711 0 0\n",
                           "17 (a) SS 1 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 4711 0 0\n"})
    EXPECT_FALSE(parse_process_stat(text)) << text;
  EXPECT_FALSE(read_process_stat(-1));
}

}  // namespace
}  // namespace guard

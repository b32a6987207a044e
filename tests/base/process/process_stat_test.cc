// SPDX-License-Identifier: Apache-2.0
#include "base/process/process_stat.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace guard {
namespace {

// A child, because an emulator of another processor writes the stat of the process itself by its
// own hand.
TEST(ProcessStatTest, AStoppedChildIsBelowItsParent) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::raise(SIGSTOP);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
  ASSERT_TRUE(WIFSTOPPED(status));
  const auto stopped = read_process_stat(child);
  ::kill(child, SIGKILL);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  const auto zombie = read_process_stat(child);
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->parent, ::getpid());
  EXPECT_EQ(stopped->state, 'T');
  EXPECT_GT(stopped->started, 0U);
  EXPECT_FALSE(has_ended(*stopped));
  ASSERT_TRUE(zombie);
  EXPECT_TRUE(has_ended(*zombie));
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

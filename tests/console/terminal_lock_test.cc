// SPDX-License-Identifier: Apache-2.0
// Two guards of one job at one terminal, and guards of other jobs. The other is a child process.
#include "console/terminal/terminal_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <utility>

#include "console/terminal/pty_relay.h"
#include "console/terminal/terminal_mode.h"

namespace guard::console {
namespace {

class TerminalLockTest : public ::testing::Test {
 protected:
  void SetUp() override {
    termios raw{};
    ::cfmakeraw(&raw);
    auto pty = open_pty(raw, {24, 80, 0, 0});
    ASSERT_TRUE(pty);
    pty_ = std::move(*pty);
    terminal_ = pty_.slave.get();
  }

  // The answer of WORK in a child, in a process group of its own where so WANTED.
  static bool in_child(bool own_group, const std::function<bool()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      if (own_group) ::setpgid(0, 0);
      ::_exit(work() ? 1 : 0);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    return WEXITSTATUS(status) == 1;
  }

  PtyPair pty_;
  int terminal_ = -1;
};

TEST_F(TerminalLockTest, OneOfAJobHasIt) {
  TerminalLock lock(terminal_);
  EXPECT_FALSE(is_locked_by_group(terminal_));
  EXPECT_TRUE(lock.take());
  EXPECT_TRUE(lock.take()) << "it has it";
  EXPECT_FALSE(is_locked_by_group(terminal_)) << "by itself";
  EXPECT_FALSE(in_child(false, [&] { return TerminalLock(terminal_).take(); }));
  EXPECT_TRUE(in_child(false, [&] { return is_locked_by_group(terminal_); }));
}

TEST_F(TerminalLockTest, AnotherJobIsNoHindrance) {
  TerminalLock lock(terminal_);
  ASSERT_TRUE(lock.take());
  EXPECT_TRUE(in_child(true, [&] { return TerminalLock(terminal_).take(); }));
  EXPECT_FALSE(in_child(true, [&] { return is_locked_by_group(terminal_); }));
}

TEST_F(TerminalLockTest, GivenBackOrEndedItIsFree) {
  TerminalLock lock(terminal_);
  ASSERT_TRUE(lock.take());
  lock.give_back();
  EXPECT_TRUE(in_child(false, [&] { return TerminalLock(terminal_).take(); }));
  EXPECT_TRUE(lock.take()) << "the child that had it has ended";
}

}  // namespace
}  // namespace guard::console

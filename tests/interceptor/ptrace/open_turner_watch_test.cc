// SPDX-License-Identifier: Apache-2.0
// A program that is watched: its opens that wait for nobody, and that the kernel refuses for a
// lease, are turned.
#ifdef __x86_64__  // elsewhere no gate holds anything (open_registers.cc)
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

#include "base/process/descendants.h"
#include "interceptor/ptrace/open_turner.h"
#include "interceptor/syscalls/open_flags.h"
#include "tests/interceptor/turned_tree.h"

namespace guard::interceptor {
namespace {

using testing::await_wait_for_lease;
using testing::in_small_guard;
using testing::LeasedFile;
using testing::tracer_of;
using testing::TurnedTree;
using testing::Words;

constexpr int kHurried = O_RDONLY | O_NONBLOCK | O_CLOEXEC;

class WatchedOpenTest : public testing::TurnerTest {};

int opens(const std::string& path, int flags) {
  return ::open(path.c_str(), flags) >= 0 ? 0 : 100 + errno;
}

struct WatchedTree : TurnedTree {
  WatchedTree(unsigned filter_flags, const testing::AskedTree::Program& program)
      : TurnedTree(filter_flags, program) {
    constexpr long kOptions = PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC;
    EXPECT_EQ(::ptrace(PTRACE_SEIZE, tid, nullptr, kOptions), 0);
    EXPECT_EQ(::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr), 0);
    EXPECT_TRUE(WIFSTOPPED(next_status()));
    EXPECT_TRUE(turner.watch(tid));
  }
  // False: it has ended.
  bool take_any() {
    int status = 0;
    if (::waitpid(tid, &status, WNOHANG | __WALL | __WNOTHREAD) != tid) return true;
    const bool stopped = WIFSTOPPED(status);
    EXPECT_TRUE(stopped ? turner.took_stop(tid, status) : turner.took_end(tid));
    return stopped;
  }
  Notification asked() {
    while (asks_nothing()) EXPECT_TRUE(take_any());
    return tree.next_call();
  }
  int end() {
    while (take_any()) EXPECT_TRUE(asks_nothing());
    EXPECT_FALSE(turner.holds_any());
    return tree.end();
  }
};

TEST_F(WatchedOpenTest, EachThatIsRefusedAtOnceIsAsked) {
  in_small_guard([&] {
    const LeasedFile file(secret_);
    WatchedTree watched(flags_, [&](const Words&) {
      if (opens(secret_, kHurried) != 100 + EUCLEAN) return 1;
      return opens(secret_, kHurried);
    });
    watched.tree.say();
    watched.answer(watched.asked(), EUCLEAN);
    watched.answer(watched.asked(), ENOTUNIQ);
    EXPECT_EQ(watched.end(), 100 + ENOTUNIQ);
  });
}

TEST_F(WatchedOpenTest, WhatTheKernelLetsIsNotAsked) {
  in_small_guard([&] {
    WatchedTree watched(flags_, [&](const Words&) {
      return opens(secret_, kHurried) + opens(secret_, O_RDONLY) +
             (opens(secret_ + "none", kHurried) == 100 + ENOENT ? 0 : 1);
    });
    watched.tree.say();
    EXPECT_EQ(watched.end(), 0);
  });
}

// Nobody is told that it was refused: it is asked.
TEST_F(WatchedOpenTest, AHoldTakesItForOneThatWaits) {
  in_small_guard([&] {
    const LeasedFile file(secret_);
    WatchedTree watched(flags_, [&](const Words&) { return opens(secret_, kHurried); });
    watched.tree.say();
    while (::fcntl(file.fd(), F_GETLEASE) == F_WRLCK) EXPECT_TRUE(watched.take_any());
    EXPECT_TRUE(watched.hold(watched.tree.parent(), [&] {
      file.give_up();
      EXPECT_TRUE(file.lease());
    }));
    watched.answer(watched.asked(), EUCLEAN);
    EXPECT_EQ(watched.end(), 100 + EUCLEAN);
  });
}

TEST_F(WatchedOpenTest, AHoldFindsItInAnOpenThatWaits) {
  in_small_guard([&] {
    const LeasedFile file(secret_);
    WatchedTree watched(flags_, [&](const Words&) { return opens(secret_, O_RDONLY); });
    watched.tree.say();
    while (!waits_in_direct_open(watched.tid) || !may_wait_for_lease(watched.tid))
      EXPECT_TRUE(watched.take_any());
    EXPECT_TRUE(watched.hold(watched.tree.parent(), [&] {
      file.give_up();
      EXPECT_TRUE(file.lease());
    }));
    watched.answer(watched.asked(), EUCLEAN);
    EXPECT_EQ(watched.end(), 100 + EUCLEAN);
  });
}

TEST_F(WatchedOpenTest, SignalsReachItAndItStaysStopped) {
  in_small_guard([&] {
    WatchedTree watched(flags_, [](const Words& words) {
      ::signal(SIGUSR1, [](int) {});
      ::raise(SIGUSR1);
      ::raise(SIGSTOP);
      words.await();
      return 7;
    });
    watched.tree.say();
    watched.tree.say();
    for (int looks = 0; looks < 1000; ++looks) {
      EXPECT_TRUE(watched.take_any());
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    EXPECT_EQ(::kill(watched.tid, SIGCONT), 0);
    EXPECT_EQ(watched.end(), 7);
  });
}

}  // namespace
}  // namespace guard::interceptor
#endif

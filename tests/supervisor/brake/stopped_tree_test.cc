// SPDX-License-Identifier: Apache-2.0
// Processes of the test's own: a child that starts a grandchild, and both count.
#include "supervisor/brake/stopped_tree.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "base/process/process_stat.h"

namespace guard::supervisor {
namespace {

struct Shared {
  std::atomic<long> parent = 0;
  std::atomic<long> child = 0;
  std::atomic<int> child_seen_stopped = 0;
  std::atomic<pid_t> child_pid = 0;
};

bool until_true(const std::function<bool()>& condition) {
  for (int look = 0; look < 2000 && !condition(); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return condition();
}

class StoppedTreeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    shared_ = new (::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Shared;
    middle_ = ::fork();
    if (middle_ == 0) live_as_a_shell();
    ASSERT_TRUE(until_true([this] { return shared_->child > 0 && shared_->parent > 0; }));
  }
  void TearDown() override {
    ::kill(shared_->child_pid, SIGKILL);
    ::kill(middle_, SIGKILL);
    ::waitpid(middle_, nullptr, 0);
    ::munmap(shared_, sizeof(Shared));
  }
  // As a shell does: it looks whether its child was stopped.
  [[noreturn]] void live_as_a_shell() const {
    const pid_t child = ::fork();
    if (child == 0)
      for (;; ::usleep(200)) ++shared_->child;
    shared_->child_pid = child;
    for (;; ::usleep(200)) {
      ++shared_->parent;
      int status = 0;
      if (::waitpid(child, &status, WNOHANG | WUNTRACED) == child && WIFSTOPPED(status))
        ++shared_->child_seen_stopped;
    }
  }
  [[nodiscard]] bool both_stand() const {
    const long parent = shared_->parent;
    const long child = shared_->child;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    return parent == shared_->parent && child == shared_->child;
  }
  static bool all(pid_t) { return true; }

  Shared* shared_ = nullptr;
  pid_t middle_ = -1;
  StoppedTree tree_;
};

TEST_F(StoppedTreeTest, AllStandStillAndGoOnAndNoParentSeesIt) {
  for (int turn = 0; turn < 50; ++turn) {
    tree_.stop_below(::getpid(), all);
    EXPECT_EQ(tree_.size(), 2U);
    EXPECT_TRUE(both_stand());
    tree_.go_on();
    EXPECT_EQ(tree_.size(), 0U);
    const long parent = shared_->parent;
    const long child = shared_->child;
    EXPECT_TRUE(until_true([&] { return shared_->parent > parent && shared_->child > child; }));
  }
  EXPECT_EQ(shared_->child_seen_stopped, 0);
}

TEST_F(StoppedTreeTest, WhatStoodStillBeforeIsNotContinued) {
  ::kill(shared_->child_pid, SIGSTOP);
  ASSERT_TRUE(until_true([this] { return shared_->child_seen_stopped == 1; }));
  tree_.stop_below(::getpid(), all);
  EXPECT_EQ(tree_.size(), 1U);
  tree_.go_on();
  const long parent = shared_->parent;
  EXPECT_TRUE(until_true([&] { return shared_->parent > parent; }));
  EXPECT_EQ(read_process_stat(shared_->child_pid)->state, 'T');
}

TEST_F(StoppedTreeTest, WhatSomebodyContinuedIsStoppedAgain) {
  tree_.stop_below(::getpid(), all);
  ::kill(middle_, SIGCONT);
  ASSERT_FALSE(both_stand());
  tree_.stop_below(::getpid(), all);
  EXPECT_TRUE(both_stand());
  EXPECT_EQ(tree_.size(), 2U);
}

TEST_F(StoppedTreeTest, OnlyThoseThatAreMeantAreStopped) {
  tree_.stop_below(::getpid(), [this](pid_t pid) { return pid == shared_->child_pid; });
  EXPECT_EQ(tree_.size(), 1U);
  const long parent = shared_->parent;
  EXPECT_TRUE(until_true([&] { return shared_->parent > parent; }));
}

}  // namespace
}  // namespace guard::supervisor

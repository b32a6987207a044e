// SPDX-License-Identifier: Apache-2.0
// TurnedTree: an AskedTree and what turns its opens, both of the thread of a small guard; and a
// LeasedFile that a program of the tree waits for.
#ifndef GUARD_TESTS_INTERCEPTOR_TURNED_TREE_H_
#define GUARD_TESTS_INTERCEPTOR_TURNED_TREE_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files/unique_fd.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/process/call_in_progress.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/ptrace/open_turner.h"
#include "tests/interceptor/leasing_gate.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/interceptor/small_guard.h"

namespace guard::testing {

// Whoever opens it waits.
class LeasedFile {
 public:
  explicit LeasedFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    EXPECT_TRUE(lease());
  }
  [[nodiscard]] bool lease() const { return ::fcntl(file_.get(), F_SETLEASE, F_WRLCK) == 0; }
  void give_up() const { (void)::fcntl(file_.get(), F_SETLEASE, F_UNLCK); }
  [[nodiscard]] int fd() const { return file_.get(); }

 private:
  UniqueFd file_;
};

inline void await_wait_for_lease(pid_t tid) {
  while (!interceptor::waits_in_direct_open(tid) || !interceptor::may_wait_for_lease(tid))
    std::this_thread::yield();
}

inline void await_call(pid_t tid, long number) {
  const auto is_in_it = [&] {
    const auto call = interceptor::call_in_progress(tid);
    return call && call->number == number;
  };
  while (!is_in_it()) std::this_thread::yield();
}

inline pid_t tracer_of(pid_t tid) {
  const auto status = interceptor::read_proc_status("/proc/" + std::to_string(tid));
  return status ? status->tracer : -1;
}

// The words about one open.
struct ToldTurn {
  interceptor::OpenToTurn order(pid_t tid) {
    return {tid, [this] { ++failed; },
            [this](interceptor::TurnOutcome outcome) { outcomes.push_back(outcome); }};
  }
  int failed = 0;
  std::vector<interceptor::TurnOutcome> outcomes;
};
using Outcomes = std::vector<interceptor::TurnOutcome>;

// The words about one hold.
struct ToldHold {
  interceptor::TreeToHold order(
      pid_t tree, std::function<void()> meanwhile = [] {}) {
    return {tree,
            [this, meanwhile = std::move(meanwhile)](const interceptor::LeaseWaiters& waiters) {
              acts.push_back(waiters.any());
              meanwhile();
            },
            [this](bool held) { done.push_back(held); }};
  }
  std::vector<bool> acts;  // whether any waited
  std::vector<bool> done;
};
using Bools = std::vector<bool>;

struct TurnedTree {
  TurnedTree(unsigned filter_flags, const AskedTree::Program& program,
             Debugger debugger = Debugger::kNone)
      : tree(filter_flags, program, debugger), tid(tree.program()) {}

  // The next stop of the program's first thread, or its end.
  [[nodiscard]] int next_status() const {
    int status = 0;
    EXPECT_EQ(::waitpid(tid, &status, __WALL | __WNOTHREAD), tid);
    return status;
  }
  void take_stop() {
    const int status = next_status();
    EXPECT_TRUE(WIFSTOPPED(status));
    EXPECT_TRUE(turner.took_stop(tid, status));
  }
  // Holds what is below ROOT, as often as that takes on a busy machine (kLongestHold). True:
  // somebody waited for a lease.
  bool hold(
      pid_t root, const std::function<void()>& meanwhile = [] {}) {
    while (true) {
      ToldHold told;
      turner.hold_tree(told.order(root, meanwhile));
      EXPECT_EQ(told.done.size(), 1U);
      const bool held = told.done.at(0);
      EXPECT_EQ(told.acts.size(), held ? 1U : 0U);
      if (held) return told.acts.at(0);
    }
  }
  [[nodiscard]] bool asks_nothing() {
    pollfd call = {tree.listener().fd(), POLLIN, 0};
    return ::poll(&call, 1, 0) == 0 || (call.revents & POLLIN) == 0;
  }
  void answer(const interceptor::Notification& call, int error) {
    EXPECT_TRUE(tree.listener().answer(call.id, interceptor::Reply::fail(error)));
  }

  AskedTree tree;
  const pid_t tid;
  interceptor::ExecsAtOnce at_once;
  interceptor::OpenTurner turner{at_once};
};

class TurnerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto features = interceptor::probe_kernel();
    ASSERT_TRUE(features);
    if (const auto why = why_not_mediated(*features); !why.empty()) GTEST_SKIP() << why;
    if (!can_lease_here(scratch_)) GTEST_SKIP() << "the kernel gives no leases here";
    flags_ = interceptor::listener_flags(*features);
  }
  const ScratchFolder scratch_;
  const std::string secret_ = scratch_.file("secret", "s");
  unsigned flags_ = 0;
};

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_TURNED_TREE_H_

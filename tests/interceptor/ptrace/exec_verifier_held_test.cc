// SPDX-License-Identifier: Apache-2.0
// Shows what is seen of an exec, and what becomes of others, while it takes its time in the kernel.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include "interceptor/ptrace/exec_verifier.h"
#include "tests/interceptor/judged_exec.h"

namespace guard::interceptor {
namespace {

using testing::AskedTree;
using testing::await_a_look;
using testing::becomes_judged;
using testing::HeldImage;
using testing::in_small_guard;
using testing::kKilled;
using testing::OneExec;
using testing::Told;
using testing::Words;

class HeldExecTest : public testing::EachWaitTest {
 protected:
  void SetUp() override {
    EachWaitTest::SetUp();
    if (!HeldImage::can_be_had()) GTEST_SKIP() << "holding an exec takes CAP_SYS_ADMIN";
  }
};
INSTANTIATE_TEST_SUITE_P(OfEachKind, HeldExecTest, ::testing::Bool(), testing::name_of_wait);

TEST_P(HeldExecTest, AProgramStartsFromItsOrderToItsOutcome) {
  in_small_guard([&] {
    HeldImage image(scratch_);
    OneExec exec(flags(), image.path());
    const ExecVerifier& verifier = *exec.scene.verifier;
    const auto [device, inode] = std::pair(exec.order.expected.device, exec.order.expected.inode);
    EXPECT_FALSE(verifier.starts(device, inode));
    exec.run();
    image.await();
    EXPECT_TRUE(verifier.starts(device, inode));
    EXPECT_FALSE(verifier.starts(device, inode + 1));
    EXPECT_FALSE(verifier.starts(device + 1, inode));
    EXPECT_FALSE(exec.told.has_ended());
    image.let_go();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kVerified);
    EXPECT_FALSE(verifier.starts(device, inode));
    EXPECT_EQ(exec.end(), 0);
  });
}

TEST_P(HeldExecTest, WhoIsKilledOnTheWayIsGone) {
  in_small_guard([&] {
    HeldImage image(scratch_);
    OneExec exec(flags(), image.path());
    exec.run();
    image.await();
    ::kill(exec.scene.tree.program(), SIGKILL);
    EXPECT_EQ(exec.outcome(), ExecOutcome::kGone);
    EXPECT_EQ(exec.told.end().pid, exec.scene.tree.program());
    EXPECT_FALSE(exec.starts());
    EXPECT_EQ(exec.end(), kKilled);
  });
}

TEST_P(HeldExecTest, WithTheVerifierEndsWhatItHolds) {
  in_small_guard([&] {
    HeldImage image(scratch_);
    OneExec exec(flags(), image.path());
    exec.run();
    image.await();
    exec.scene.verifier.reset();
    image.let_go();
    EXPECT_EQ(exec.end(), kKilled);
    EXPECT_FALSE(exec.told.has_ended());
  });
}

TEST_P(HeldExecTest, ExecsOfOtherProcessesDoNotWaitForIt) {
  in_small_guard([&] {
    HeldImage image(scratch_);
    OneExec exec(flags(), image.path(), [&image](const Words& words) {
      const pid_t first = ::fork();
      if (first == 0) ::_exit(becomes_judged(image.path()));
      words.await();
      return becomes_judged("/bin/false");
    });
    exec.run();
    image.await();
    Told told;
    exec.scene.tree.say();
    exec.scene.run_next("/bin/false", told);
    EXPECT_EQ(told.verified_end().outcome, ExecOutcome::kVerified);
    EXPECT_FALSE(exec.told.has_ended());
    EXPECT_EQ(exec.end(), 1);
  });
}

// The exec that fails waits for the other's.
AskedTree::Program two_threads_become(const std::string& image) {
  return [image](const Words&) {
    const auto become = [&image] {
      (void)becomes_judged(image);
      while (true) ::pause();
    };
    std::thread(become).detach();
    become();
    return 50;
  };
}

// The exec of one thread ends the others.
TEST_P(HeldExecTest, OfTwoThreadsThatExecTheSecondWaitsAndIsGone) {
  in_small_guard([&] {
    HeldImage image(scratch_);
    Told told;
    OneExec first(flags(), image.path(), two_threads_become(image.path()));
    const Notification second = first.scene.tree.next_call();
    EXPECT_NE(second.tid, first.call.tid);
    const ExecOrder order = first.scene.judged(second, image.path(), told);
    first.run();
    image.await();
    first.scene.verifier->run(order);
    await_a_look(*first.scene.verifier);
    EXPECT_FALSE(told.has_ended());
    image.let_go();
    EXPECT_EQ(first.outcome(), ExecOutcome::kVerified);
    EXPECT_EQ(first.told.end().pid, first.scene.tree.program());
    EXPECT_EQ(told.end().outcome, ExecOutcome::kGone);
    EXPECT_EQ(first.end(), 0);
  });
}

// The other thread's turn comes when the first has failed.
TEST_P(HeldExecTest, OfTwoThreadsThatExecTheSecondMayBeTheOneThatRuns) {
  in_small_guard([&] {
    HeldImage image(scratch_);
    Told told;
    OneExec first(flags(), image.path(), two_threads_become(image.path()));
    const Notification second = first.scene.tree.next_call();
    const ExecOrder order = first.scene.judged(second, image.path(), told);
    first.run();
    image.await();
    first.scene.verifier->run(order);
    await_a_look(*first.scene.verifier);
    image.refuse();
    EXPECT_EQ(first.outcome(), ExecOutcome::kFailed);
    image.await();
    image.let_go();
    EXPECT_EQ(told.verified_end().outcome, ExecOutcome::kVerified);
    EXPECT_EQ(told.end().pid, first.scene.tree.program());
    EXPECT_EQ(first.end(), 0);
  });
}

AskedTree::Program reads_words_as(const std::string& image) {
  return [image](const Words& words) {
    ::dup2(words.fd(), STDIN_FILENO);
    char name[] = "cat";
    char* const argv[] = {name, nullptr};
    char* const envp[] = {nullptr};
    return testing::becomes(image, argv, envp);
  };
}

// An open that was handed over, and what was said of it.
class Turning {
 public:
  Turning(ExecVerifier& verifier, pid_t tid) {
    verifier.turn({tid, [this] { ++failed_; },
                   [this](TurnOutcome outcome) {
                     is_said_ = true;
                     outcome_.set_value(outcome);
                   }});
  }
  Turning(const Turning&) = delete;
  Turning& operator=(const Turning&) = delete;

  [[nodiscard]] bool is_said() const { return is_said_; }
  [[nodiscard]] int failed() const { return failed_; }
  TurnOutcome outcome() { return outcome_.get_future().get(); }

 private:
  std::atomic<int> failed_ = 0;
  std::atomic<bool> is_said_ = false;
  std::promise<TurnOutcome> outcome_;
};

// PTRACE_SEIZE would wait for the exec's own lock.
TEST_P(HeldExecTest, AnOpenOfWhoExecsIsTurnedAfterTheExec) {
  in_small_guard([&] {
    HeldImage image(scratch_, "/bin/cat");
    OneExec exec(flags(), image.path(), reads_words_as(image.path()));
    exec.order.expected.argv = {"cat"};
    exec.order.expected.envp = {};
    exec.run();
    image.await();
    Turning turning(*exec.scene.verifier, exec.scene.tree.program());
    await_a_look(*exec.scene.verifier);
    EXPECT_FALSE(turning.is_said());
    EXPECT_EQ(turning.failed(), 0);
    image.let_go();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kVerified);
    EXPECT_EQ(turning.outcome(), TurnOutcome::kNotTurned);
    EXPECT_EQ(turning.failed(), 1);
    exec.scene.tree.close_words();
    EXPECT_EQ(exec.end(), 0);
  });
}

}  // namespace
}  // namespace guard::interceptor

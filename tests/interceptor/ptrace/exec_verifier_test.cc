// SPDX-License-Identifier: Apache-2.0
// Execs of real programs under the real filter, verified on the thread of the verifier itself. The
// tests of exec_verifier_held_test.cc look at an exec that takes its time, those of
// exec_verifier_mediators_test.cc at what mediators hold.
#include "interceptor/ptrace/exec_verifier.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/interceptor/judged_exec.h"

namespace guard::interceptor {
namespace {

using testing::AskedTree;
using testing::becomes_judged;
using testing::Debugger;
using testing::ended_process;
using testing::in_small_guard;
using testing::JudgedTree;
using testing::kKilled;
using testing::OneExec;
using testing::Pipe;
using testing::Told;
using testing::Words;

using Steps = std::vector<std::string>;

constexpr char kEcho[] = "/bin/echo";
constexpr char kFalse[] = "/bin/false";

class ExecVerifierTest : public testing::EachWaitTest {};
INSTANTIATE_TEST_SUITE_P(OfEachKind, ExecVerifierTest, ::testing::Bool(), testing::name_of_wait);

// The program writes to OUTPUT.
AskedTree::Program writes_to(const Pipe& output, const std::string& image) {
  return [&output, image](const Words&) {
    ::dup2(output.writer.get(), STDOUT_FILENO);
    return becomes_judged(image);
  };
}

// Everybody else who could write has ended.
std::string all_of(Pipe& output) {
  output.writer.reset();
  std::array<char, 256> text{};
  const ssize_t got = ::read(output.reader.get(), text.data(), text.size());
  return got > 0 ? std::string(text.data(), static_cast<std::size_t>(got)) : std::string();
}

TEST_P(ExecVerifierTest, WhatWasJudgedRuns) {
  in_small_guard([] {
    Pipe output;
    OneExec exec(flags(), kEcho, writes_to(output, kEcho));
    exec.run();
    const ExecEnd end = exec.told.verified_end();
    EXPECT_EQ(end.outcome, ExecOutcome::kVerified);
    EXPECT_EQ(end.pid, exec.scene.tree.program());
    EXPECT_EQ(end.detail, "");
    EXPECT_EQ(end.mark.device, exec.order.expected.device);
    EXPECT_EQ(end.mark.inode, exec.order.expected.inode);
    EXPECT_EQ(exec.end(), 0);
    EXPECT_EQ(all_of(output), "two words \n");
  });
}

TEST_P(ExecVerifierTest, ItsOutcomeComesFirstAndFromAnotherThread) {
  in_small_guard([] {
    OneExec exec(flags(), kFalse);
    exec.run();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kVerified);
    EXPECT_EQ(exec.told.steps(), (Steps{"outcome", "released"}));
    EXPECT_NE(exec.told.thread(), std::this_thread::get_id());
    EXPECT_EQ(exec.end(), 1);
  });
}

TEST_P(ExecVerifierTest, NobodyNeedsToHearOfTheRelease) {
  in_small_guard([] {
    OneExec exec(flags(), kFalse);
    exec.order.on_released = nullptr;
    exec.run();
    EXPECT_EQ(exec.told.end().outcome, ExecOutcome::kVerified);
    EXPECT_EQ(exec.end(), 1);
  });
}

struct OtherThanJudged {
  const char* detail;
  void (*change)(ExpectedImage& image);
};
constexpr OtherThanJudged kOthers[] = {
    {"another program than was judged", [](ExpectedImage& image) { ++image.inode; }},
    {"another program than was judged", [](ExpectedImage& image) { ++image.device; }},
    {"a program that was changed after it was judged",
     [](ExpectedImage& image) { --image.changed.tv_sec; }},
    {"other arguments than were judged", [](ExpectedImage& image) { image.argv.pop_back(); }},
    {"another environment than was judged", [](ExpectedImage& image) { image.envp.clear(); }},
};

TEST_P(ExecVerifierTest, WhatIsAnotherThanJudgedIsEndedBeforeItsFirstInstruction) {
  for (const OtherThanJudged& other : kOthers) {
    in_small_guard([&] {
      Pipe output;
      OneExec exec(flags(), kEcho, writes_to(output, kEcho));
      other.change(exec.order.expected);
      exec.run();
      EXPECT_EQ(exec.outcome(), ExecOutcome::kMismatch);
      EXPECT_EQ(exec.told.end().pid, exec.scene.tree.program());
      EXPECT_EQ(exec.told.end().detail, other.detail);
      EXPECT_EQ(exec.end(), kKilled);
      EXPECT_EQ(all_of(output), "");
      EXPECT_EQ(exec.told.steps(), Steps{"outcome"});
    });
  }
}

// The name leads elsewhere by the time the kernel follows it.
TEST_P(ExecVerifierTest, AProgramThatTookTheJudgedOnesPlaceIsEnded) {
  for (const char* name : {"judged", "other"}) std::filesystem::copy_file(kEcho, scratch_.at(name));
  const std::string link = scratch_.link("link", "judged");
  in_small_guard([&] {
    Pipe output;
    OneExec exec(flags(), link, writes_to(output, link));
    std::filesystem::rename(scratch_.link("next", "other"), link);
    exec.run();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kMismatch);
    EXPECT_EQ(exec.told.end().detail, "another program than was judged");
    EXPECT_EQ(exec.end(), kKilled);
    EXPECT_EQ(all_of(output), "");
  });
}

// It waits until it has been seen to fail: where calls repeat it may run a little before that.
TEST_P(ExecVerifierTest, AFailedExecIsItsCallersToDealWith) {
  in_small_guard([] {
    OneExec exec(flags(), kEcho, [](const Words& words) {
      const int error = becomes_judged("/nonexistent/program");
      words.await();
      return error;
    });
    exec.run();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kFailed);
    EXPECT_EQ(exec.told.end().pid, exec.scene.tree.program());
    exec.scene.tree.say();
    EXPECT_EQ(exec.end(), 100 + ENOENT);
    EXPECT_EQ(exec.told.steps(), Steps{"outcome"});
    EXPECT_FALSE(exec.starts());
  });
}

TEST_P(ExecVerifierTest, ACallerThatIsGoneRunsNothing) {
  in_small_guard([] {
    OneExec exec(flags(), kEcho);
    const AskedTree& tree = exec.scene.tree;
    ::kill(tree.program(), SIGKILL);
    while (exec.scene.tree.listener().still_valid(exec.call.id)) std::this_thread::yield();
    exec.run();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kGone);
    EXPECT_EQ(exec.told.end().pid, tree.program());
    EXPECT_EQ(exec.end(), kKilled);
    EXPECT_FALSE(exec.starts());
  });
}

struct DebuggedCase {
  bool may_run;
  ExecOutcome outcome;
  int end;
};
constexpr DebuggedCase kDebugged[] = {{true, ExecOutcome::kUnverified, 1},
                                      {false, ExecOutcome::kRefused, 100 + EPERM}};

TEST_P(ExecVerifierTest, UnderADebuggerOnlyWhatMayRunUnverifiedRuns) {
  for (const DebuggedCase& debugged : kDebugged) {
    in_small_guard([&] {
      const auto program = [](const Words&) { return becomes_judged(kFalse); };
      OneExec exec(flags(), kFalse, program, Debugger::kParent);
      EXPECT_FALSE(exec.order.may_run_unverified);
      exec.order.may_run_unverified = debugged.may_run;
      exec.run();
      EXPECT_EQ(exec.outcome(), debugged.outcome);
      EXPECT_EQ(exec.told.end().pid, exec.scene.tree.program());
      EXPECT_EQ(exec.told.end().detail, "a debugger holds the process");
      EXPECT_EQ(exec.end(), debugged.end);
      EXPECT_EQ(exec.told.steps(), Steps{"outcome"});
      EXPECT_FALSE(exec.starts());
    });
  }
}

// The program takes over the number of its process' first thread.
TEST_P(ExecVerifierTest, AnyThreadMayExec) {
  in_small_guard([] {
    OneExec exec(flags(), kFalse, [](const Words&) {
      std::thread([] { ::_exit(becomes_judged(kFalse)); }).join();
      return 50;
    });
    EXPECT_NE(exec.call.tid, exec.scene.tree.program());
    exec.run();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kVerified);
    EXPECT_EQ(exec.told.end().pid, exec.scene.tree.program());
    EXPECT_EQ(exec.end(), 1);
  });
}

// 0: each of so many children, one after another, has run /bin/true.
int runs_programs(int number) {
  for (int run = 0; run < number; ++run)
    if (testing::result_of_child([] { return becomes_judged("/bin/true"); }) != 0) return 1;
  return 0;
}

TEST_P(ExecVerifierTest, OneProgramAfterAnotherIsVerified) {
  constexpr int kPrograms = 20;
  in_small_guard([] {
    JudgedTree scene(flags(), [](const Words&) { return runs_programs(kPrograms); });
    scene.tree.say();
    for (int run = 0; run < kPrograms; ++run) {
      Told told;
      scene.run_next("/bin/true", told);
      EXPECT_EQ(told.verified_end().outcome, ExecOutcome::kVerified) << run;
    }
    EXPECT_EQ(scene.tree.end(), 0);
  });
}

TEST_P(ExecVerifierTest, ItTracesForMomentsAlone) {
  in_small_guard([] {
    const JudgedTree scene(flags(), [](const Words&) { return 0; });
    EXPECT_TRUE(scene.verifier->traces_for_moments());
    EXPECT_FALSE(scene.verifier->starts(0, 0));
  });
}

// The thread is no more: nobody is there to fail.
TEST_P(ExecVerifierTest, OpensAreTurnedOnItsThread) {
  in_small_guard([] {
    const JudgedTree scene(flags(), [](const Words&) { return 0; });
    std::promise<std::pair<TurnOutcome, std::thread::id>> told;
    scene.verifier->turn({ended_process(), [] { ADD_FAILURE(); },
                          [&](TurnOutcome outcome) {
                            told.set_value({outcome, std::this_thread::get_id()});
                          }});
    const auto [outcome, thread] = told.get_future().get();
    EXPECT_EQ(outcome, TurnOutcome::kGone);
    EXPECT_NE(thread, std::this_thread::get_id());
  });
}

TEST_P(ExecVerifierTest, TreesAreHeldOnItsThread) {
  in_small_guard([] {
    const JudgedTree scene(flags(), [](const Words&) { return 0; });
    std::promise<bool> held;
    std::thread::id thread;
    scene.verifier->hold({scene.tree.program(),
                          [&](const LeaseWaiters&) { thread = std::this_thread::get_id(); },
                          [&](bool done) { held.set_value(done); }});
    EXPECT_TRUE(held.get_future().get());
    EXPECT_NE(thread, std::thread::id());
    EXPECT_NE(thread, std::this_thread::get_id());
  });
}

// The caller was seized with its whole tree: it is taken over from there.
TEST_P(ExecVerifierTest, AnExecOfATreeThatIsHeldIsVerified) {
  if (GetParam()) GTEST_SKIP() << "where calls repeat, the hold ends the call";
  in_small_guard([] {
    OneExec exec(flags(), kFalse);
    std::promise<bool> held;
    exec.scene.verifier->hold({exec.scene.tree.parent(), [](const LeaseWaiters&) {},
                               [&](bool done) { held.set_value(done); }});
    EXPECT_TRUE(held.get_future().get());
    exec.run();
    EXPECT_EQ(exec.outcome(), ExecOutcome::kVerified);
    EXPECT_EQ(exec.end(), 1);
  });
}

}  // namespace
}  // namespace guard::interceptor

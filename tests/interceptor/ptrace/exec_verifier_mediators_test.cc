// SPDX-License-Identifier: Apache-2.0
// The thread that traces an exec: the mediator that began it, or the verifier's own. A mediator is
// a thread of its own: it must not have forked what it waits for. When it may receive beside what
// it holds is in exec_verifier_attend_test.cc.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

#include "interceptor/ptrace/exec_verifier.h"
#include "tests/interceptor/judged_exec.h"

namespace guard::interceptor {
namespace {

using testing::becomes_judged;
using testing::Debugger;
using testing::in_small_guard;
using testing::JudgedTree;
using testing::Told;
using testing::Words;

constexpr char kFalse[] = "/bin/false";

class MediatorExecTest : public testing::MediatorTest {};

int becomes_false(const Words&) {
  return becomes_judged(kFalse);
}

TEST_F(MediatorExecTest, WhatItBeginsIsItsOwn) {
  in_small_guard([&] {
    JudgedTree scene(flags_, becomes_false);
    scene.tree.say();
    std::thread([&] {
      Told told;
      ExecVerifier& verifier = *scene.verifier;
      verifier.join_mediator(0);
      EXPECT_TRUE(verifier.attend(0)) << "it holds none";
      scene.run_next(kFalse, told);
      EXPECT_TRUE(verifier.receivers().holds(0));
      while (!told.has_ended()) EXPECT_TRUE(verifier.attend(0));
      EXPECT_EQ(told.end().outcome, ExecOutcome::kVerified);
      EXPECT_EQ(told.thread(), std::this_thread::get_id());
      EXPECT_FALSE(verifier.receivers().holds(0));
    }).join();
    EXPECT_EQ(scene.tree.end(), 1);
  });
}

TEST_F(MediatorExecTest, AnExecThatFailsIsItsOwnToo) {
  in_small_guard([&] {
    JudgedTree scene(flags_, [](const Words& words) {
      const int error = becomes_judged("/nonexistent/program");
      words.await();
      return error;
    });
    scene.tree.say();
    std::thread([&] {
      Told told;
      scene.verifier->join_mediator(0);
      scene.run_next(kFalse, told);
      while (!told.has_ended()) EXPECT_TRUE(scene.verifier->attend(0));
      EXPECT_EQ(told.end().outcome, ExecOutcome::kFailed);
      EXPECT_EQ(told.thread(), std::this_thread::get_id());
      EXPECT_FALSE(scene.verifier->receivers().holds(0));
    }).join();
    scene.tree.say();
    EXPECT_EQ(scene.tree.end(), 100 + ENOENT);
  });
}

// The execs that no mediator may hold, or could begin.
struct HandedOver {
  const char* what;
  int (*program)(const Words&);
  Debugger debugger;
  bool joins;
  bool others_hold;
  ExecOutcome outcome;
  int end;
};

int becomes_false_beside_a_thread(const Words&) {
  std::thread([] {
    while (true) ::pause();
  }).detach();
  return becomes_judged(kFalse);
}

constexpr HandedOver kHandedOver[] = {
    {"of who is no mediator", becomes_false, Debugger::kNone, false, false, ExecOutcome::kVerified,
     1},
    {"of a process of several threads", becomes_false_beside_a_thread, Debugger::kNone, true, false,
     ExecOutcome::kVerified, 1},
    {"of who is traced", becomes_false, Debugger::kParent, true, false, ExecOutcome::kRefused,
     100 + EPERM},
    {"while all others hold some", becomes_false, Debugger::kNone, true, true,
     ExecOutcome::kVerified, 1},
};

void begin_on(ExecVerifier& verifier, const HandedOver& handed) {
  if (handed.joins) verifier.join_mediator(0);
  if (!handed.others_hold) return;
  EXPECT_TRUE(verifier.receivers().call_for_another());
  EXPECT_TRUE(verifier.receivers().begin_hold(1));
}

TEST_F(MediatorExecTest, TheVerifiersOwnThreadTakesWhatItMayNotHold) {
  for (const HandedOver& handed : kHandedOver) {
    in_small_guard([&] {
      JudgedTree scene(flags_, handed.program, handed.debugger, 2);
      scene.tree.say();
      std::thread([&] {
        Told told;
        begin_on(*scene.verifier, handed);
        scene.run_next(kFalse, told);
        EXPECT_FALSE(scene.verifier->receivers().holds(0)) << handed.what;
        EXPECT_EQ(told.verified_end().outcome, handed.outcome) << handed.what;
        EXPECT_NE(told.thread(), std::this_thread::get_id()) << handed.what;
      }).join();
      EXPECT_EQ(scene.tree.end(), handed.end) << handed.what;
    });
  }
}

}  // namespace
}  // namespace guard::interceptor

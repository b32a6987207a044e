// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/pending_call.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <set>
#include <utility>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

constexpr std::array<CallState, 8> kAll = {
    CallState::kReceived, CallState::kDecoded,   CallState::kResolved, CallState::kDecided,
    CallState::kAsking,   CallState::kExecuting, CallState::kAnswered, CallState::kGone};

TEST(PendingCallTest, OnlyTheListedMovesAreLegal) {
  using enum CallState;
  const std::set<std::pair<CallState, CallState>> onward = {
      {kReceived, kDecoded},  {kDecoded, kResolved}, {kResolved, kDecided}, {kDecided, kAsking},
      {kDecided, kExecuting}, {kAsking, kExecuting}, {kAsking, kDecoded},   {kExecuting, kDecoded}};
  for (const CallState from : kAll) {
    for (const CallState to : kAll) {
      const bool ended = from == kAnswered || from == kGone;
      const bool ends = to == kAnswered || to == kGone;
      EXPECT_EQ(is_legal(from, to), !ended && (ends || onward.contains({from, to})))
          << static_cast<int>(from) << " -> " << static_cast<int>(to);
    }
  }
}

TEST(PendingCallTest, AnAskedCallCannotSkipItsQuestionBack) {
  PendingCall call;
  for (const CallState to : {CallState::kDecoded, CallState::kResolved, CallState::kDecided,
                             CallState::kAsking, CallState::kExecuting, CallState::kAnswered}) {
    advance(call, to);
    EXPECT_EQ(call.state, to);
  }
}

TEST(PendingCallTest, ItIsJudgedAgainOnlySoOften) {
  constexpr int kMost = int_limit("call.attempts");
  PendingCall call;
  const auto again = [&](int attempts) {
    call.attempts = attempts;  // with this one more
    return may_be_judged_again(call);
  };
  EXPECT_TRUE(again(kMost - 2));
  EXPECT_TRUE(again(kMost - 1));
  EXPECT_FALSE(again(kMost));
}

TEST(PendingCallTest, ItWaitsForAnExecOnlySoLong) {
  constexpr std::chrono::milliseconds kMost = time_limit("call.exec_ms");
  constexpr std::chrono::milliseconds kOne{1};
  EXPECT_TRUE(waits_on_for_an_exec(kMost - kOne));
  EXPECT_TRUE(waits_on_for_an_exec(kMost));
  EXPECT_FALSE(waits_on_for_an_exec(kMost + kOne));
}

TEST(PendingCallDeathTest, IllegalMoveEndsGuard) {
  PendingCall call;
  EXPECT_DEATH(advance(call, CallState::kExecuting), "");
  advance(call, CallState::kGone);
  EXPECT_DEATH(advance(call, CallState::kAnswered), "");
}

}  // namespace
}  // namespace guard::supervisor

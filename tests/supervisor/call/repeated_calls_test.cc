// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/repeated_calls.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

using interceptor::NotifyId;
using interceptor::Operation;
using interceptor::Reply;
using Clock = RepeatedCalls::Clock;

constexpr std::uint64_t kIdentity = 7;

struct RepeatedCallsTest : ::testing::Test {
  // One that waits now.
  CallPtr call_of(pid_t tid, const std::string& path) {
    auto tracee = std::make_shared<interceptor::Tracee>();
    tracee->tid = tracee->tgid = tid;
    tracee->identity = kIdentity;
    auto call = std::make_shared<PendingCall>();
    call->notification = {++last_id, tid, 87, {0x1000, 0, 0, 0, 0, 0}, {}};
    call->held.raw.operation = Operation::kRemove;
    call->held.raw.path = path;
    call->held.tracee = std::move(tracee);
    call->action.objects.resize(1);
    call->action.objects.front().path = path;
    waiting.insert(last_id);
    return call;
  }
  void interrupt(const CallPtr& call) { waiting.erase(call->notification.id); }
  RepeatedCalls::GoesOn note() {
    return [this] { ++went_on; };
  }

  NotifyId last_id = 0;
  std::set<NotifyId> waiting;
  Clock::time_point now;
  int went_on = 0;
  RepeatedCalls calls{true, [this](NotifyId id) { return waiting.contains(id); },
                      [this] { return now; }};
};

TEST_F(RepeatedCallsTest, ARepeatedCallJoinsItsQuestionAndIsCarriedOut) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  const CallPtr again = call_of(1, "a");
  const NotifyId id = again->notification.id;
  ASSERT_TRUE(calls.join(again));
  ASSERT_TRUE(calls.meet(asked, note()));
  EXPECT_EQ(asked->notification.id, id);
  EXPECT_EQ(went_on, 0);
}

TEST_F(RepeatedCallsTest, WhatIsHeldAnewIsWhatTheActUses) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  const CallPtr again = call_of(1, "a");
  const auto* const held_anew = again->held.tracee.get();
  ASSERT_TRUE(calls.join(again));
  ASSERT_TRUE(calls.meet(asked, note()));
  EXPECT_EQ(asked->held.tracee.get(), held_anew);
}

TEST_F(RepeatedCallsTest, ACallThatStillWaitsIsNobodyElses) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  EXPECT_FALSE(calls.join(call_of(1, "a")));
}

TEST_F(RepeatedCallsTest, ACallThatIsJudgedAgainIsNotItsOwnRepetition) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  EXPECT_FALSE(calls.join(asked));
}

TEST_F(RepeatedCallsTest, AnotherThreadsCallIsAnother) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  EXPECT_FALSE(calls.join(call_of(2, "a")));
}

TEST_F(RepeatedCallsTest, OtherTextBehindTheSamePointerIsAnotherCall) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  EXPECT_FALSE(calls.join(call_of(1, "b")));
}

TEST_F(RepeatedCallsTest, AnotherObjectUnderTheSameNameIsAnotherCall) {
  const CallPtr asked = call_of(1, "a");
  asked->held.first.status.st_ino = 5;
  calls.expect(asked);
  interrupt(asked);
  const CallPtr again = call_of(1, "a");
  again->held.first.status.st_ino = 6;
  EXPECT_FALSE(calls.join(again));
}

TEST_F(RepeatedCallsTest, AnotherJudgementIsAnotherCall) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  const CallPtr again = call_of(1, "a");
  again->decision.assessment.tier = 3;
  EXPECT_FALSE(calls.join(again));
}

TEST_F(RepeatedCallsTest, AnotherProgramUnderTheSameNumberIsAnotherCall) {
  const CallPtr asked = call_of(1, "a");
  asked->action.actor.exe = "/usr/bin/rm";
  calls.expect(asked);
  interrupt(asked);
  EXPECT_FALSE(calls.join(call_of(1, "a")));
}

TEST_F(RepeatedCallsTest, AnAnswerWaitsForACallerThatIsAway) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  ASSERT_FALSE(calls.meet(asked, note()));
  const CallPtr again = call_of(1, "a");
  ASSERT_TRUE(calls.join(again));
  EXPECT_EQ(went_on, 1);
  EXPECT_EQ(asked->notification.id, again->notification.id);
}

TEST_F(RepeatedCallsTest, AnApprovalIsForOneCall) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  ASSERT_TRUE(calls.meet(asked, note()));
  interrupt(asked);  // it was answered
  const CallPtr next = call_of(1, "a");
  ASSERT_TRUE(calls.join(next));
  EXPECT_EQ(calls.forget(*asked), next);  // to be judged anew, for itself
  interrupt(next);
  EXPECT_FALSE(calls.join(call_of(1, "a")));
  EXPECT_EQ(went_on, 0);
}

TEST_F(RepeatedCallsTest, WhoStaysAwayIsLost) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  EXPECT_FALSE(calls.is_lost(*asked));
  interrupt(asked);
  EXPECT_FALSE(calls.is_lost(*asked));
  constexpr std::chrono::milliseconds kOne{1};
  now += RepeatedCalls::kAway - kOne;
  EXPECT_FALSE(calls.is_lost(*asked));
  now += kOne;
  EXPECT_TRUE(calls.is_lost(*asked));
  now += kOne;
  EXPECT_TRUE(calls.is_lost(*asked));
  EXPECT_EQ(RepeatedCalls::kAway, time_limit("repeated.away"));
}

TEST_F(RepeatedCallsTest, WhoComesBackIsNotLost) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  EXPECT_FALSE(calls.is_lost(*asked));
  const CallPtr again = call_of(1, "a");
  ASSERT_TRUE(calls.join(again));
  interrupt(again);
  now += RepeatedCalls::kAway;
  EXPECT_FALSE(calls.is_lost(*asked));
}

TEST_F(RepeatedCallsTest, AnAnswerThatNobodyFetchesIsGivenUp) {
  const auto lives = [](const PendingCall&) { return false; };
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  ASSERT_FALSE(calls.meet(asked, note()));
  EXPECT_TRUE(calls.give_up(lives).empty());
  now += RepeatedCalls::kAway;
  ASSERT_EQ(calls.give_up(lives).size(), 1U);
  EXPECT_FALSE(calls.join(call_of(1, "a")));
}

TEST_F(RepeatedCallsTest, TheDeadAreGivenUpAtOnce) {
  const CallPtr asked = call_of(1, "a");
  calls.expect(asked);
  interrupt(asked);
  ASSERT_FALSE(calls.meet(asked, note()));
  EXPECT_EQ(calls.give_up([](const PendingCall&) { return true; }).size(), 1U);
}

TEST_F(RepeatedCallsTest, WhatCouldNotBeToldIsToldToTheRepetition) {
  const auto identity = [] { return kIdentity; };
  calls.keep_result(*call_of(1, "a"), Reply::of_value(0));
  const auto told = calls.take_result(*call_of(1, "a"), identity);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->kind, Reply::Kind::kValue);
  EXPECT_EQ(told->value, 0);
  EXPECT_FALSE(calls.take_result(*call_of(1, "a"), identity));  // once
}

TEST_F(RepeatedCallsTest, AnyOtherCallOfTheThreadEndsWhatWasKept) {
  const auto identity = [] { return kIdentity; };
  calls.keep_result(*call_of(1, "a"), Reply::of_value(0));
  EXPECT_FALSE(calls.take_result(*call_of(1, "b"), identity));
  EXPECT_FALSE(calls.take_result(*call_of(1, "a"), identity));
}

TEST_F(RepeatedCallsTest, AResultIsOfOneProcessAndNotForLong) {
  calls.keep_result(*call_of(1, "a"), Reply::of_value(0));
  EXPECT_FALSE(calls.take_result(*call_of(1, "a"), [] { return kIdentity + 1; }));
  calls.keep_result(*call_of(1, "a"), Reply::of_value(0));
  now += RepeatedCalls::kAway;
  EXPECT_FALSE(calls.take_result(*call_of(1, "a"), [] { return kIdentity; }));
}

TEST_F(RepeatedCallsTest, OnlyActsOnNamesAreKept) {
  const CallPtr send = call_of(1, "");
  send->held.raw.operation = Operation::kSend;
  calls.keep_result(*send, Reply::of_value(12));
  EXPECT_FALSE(calls.take_result(*send, [] { return kIdentity; }));
}

TEST_F(RepeatedCallsTest, ACallThatTheKernelMakesAnewHasNoResult) {
  calls.keep_result(*call_of(1, "a"), Reply::fail(512));
  EXPECT_FALSE(calls.take_result(*call_of(1, "a"), [] { return kIdentity; }));
}

// A file that O_EXCL made is not made once more.
TEST_F(RepeatedCallsTest, AFileThatCouldNotBeHandedOverIsHandedToTheRepetition) {
  Reply reply = Reply::of_file(UniqueFd(::memfd_create("made", MFD_CLOEXEC)), true);
  reply.truncate_after = true;
  const int file = reply.file.get();
  calls.keep_result(*call_of(1, "a"), std::move(reply));
  const auto told = calls.take_result(*call_of(1, "a"), [] { return kIdentity; });
  ASSERT_TRUE(told);
  EXPECT_TRUE(told->close_on_exec);
  EXPECT_TRUE(told->truncate_after);
  EXPECT_EQ(told->file.get(), file);
}

TEST_F(RepeatedCallsTest, AFileThatNobodyFetchesIsClosed) {
  Reply reply = Reply::of_file(UniqueFd(::memfd_create("made", MFD_CLOEXEC)), true);
  const int file = reply.file.get();
  calls.keep_result(*call_of(1, "a"), std::move(reply));
  now += RepeatedCalls::kAway;
  EXPECT_TRUE(calls.give_up([](const PendingCall&) { return false; }).empty());
  EXPECT_EQ(::fcntl(file, F_GETFD), -1);
}

TEST_F(RepeatedCallsTest, WhereCallsAreNotRepeatedEachHasItsCaller) {
  RepeatedCalls none(false, [this](NotifyId id) { return waiting.contains(id); });
  const CallPtr asked = call_of(1, "a");
  none.expect(asked);
  EXPECT_FALSE(none.is_lost(*asked));
  interrupt(asked);
  EXPECT_TRUE(none.is_lost(*asked));
  EXPECT_FALSE(none.join(call_of(1, "a")));
  EXPECT_TRUE(none.meet(asked, note()));
  EXPECT_FALSE(none.may_come_back(*asked));
}

}  // namespace
}  // namespace guard::supervisor

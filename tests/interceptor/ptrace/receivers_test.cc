// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/receivers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace guard::interceptor {
namespace {

TEST(Receivers, TheFirstIsAloneUntilItCallsForAnother) {
  Receivers receivers(2);
  EXPECT_TRUE(receivers.alone(0));
  EXPECT_TRUE(receivers.call_for_another());
  EXPECT_FALSE(receivers.alone(0));
  EXPECT_FALSE(receivers.alone(1));
  EXPECT_FALSE(receivers.call_for_another());
}

TEST(Receivers, WhoIsAloneMayHoldAsManyExecsAsItLikes) {
  Receivers receivers(2);
  EXPECT_TRUE(receivers.begin_hold(0));
  EXPECT_TRUE(receivers.begin_hold(0));
  EXPECT_TRUE(receivers.holds(0));
  receivers.end_hold(0);
  EXPECT_FALSE(receivers.holds(0));
}

TEST(Receivers, OneAtLeastReceives) {
  Receivers receivers(3);
  (void)receivers.call_for_another();
  (void)receivers.call_for_another();
  EXPECT_TRUE(receivers.begin_hold(2));
  EXPECT_TRUE(receivers.begin_hold(0));
  EXPECT_FALSE(receivers.begin_hold(1));
  receivers.end_hold(2);
  EXPECT_TRUE(receivers.begin_hold(1));
}

TEST(Receivers, NobodyLeavesWhileAllOthersHoldExecs) {
  Receivers receivers(3);
  (void)receivers.call_for_another();
  (void)receivers.call_for_another();
  ASSERT_TRUE(receivers.begin_hold(0));
  ASSERT_TRUE(receivers.begin_hold(1));
  EXPECT_FALSE(receivers.leave(2));
  receivers.end_hold(1);
  EXPECT_TRUE(receivers.leave(2));
}

// It receives beside what it holds, as before.
TEST(Receivers, WhoIsLeftIsAloneWhateverItHolds) {
  Receivers receivers(2);
  (void)receivers.call_for_another();
  ASSERT_TRUE(receivers.begin_hold(0));
  EXPECT_TRUE(receivers.leave(1));
  EXPECT_TRUE(receivers.alone(0));
}

TEST(Receivers, TheFirstNeverLeaves) {
  Receivers receivers(2);
  (void)receivers.call_for_another();
  EXPECT_FALSE(receivers.leave(0));
}

// One whose receive() failed: its fellow must not leave calls to it, nor call for it again.
TEST(Receivers, NobodyCountsOnOneThatHasEnded) {
  Receivers receivers(2);
  (void)receivers.call_for_another();
  ASSERT_TRUE(receivers.begin_hold(0));
  receivers.retire(1);
  EXPECT_TRUE(receivers.alone(0));
  EXPECT_FALSE(receivers.call_for_another());
}

TEST(Receivers, NobodyLeavesWhoIsTheLast) {
  Receivers receivers(2);
  EXPECT_TRUE(receivers.call_for_another());
  receivers.retire(0);
  EXPECT_FALSE(receivers.leave(1));
  EXPECT_TRUE(receivers.alone(1));
}

TEST(Receivers, WhoRestsIsWokenByACallForAnotherAndByTheEnd) {
  Receivers receivers(3);
  std::atomic<int> woken = 0;
  const auto rest = [&](std::size_t number) {
    receivers.await_work(number);
    ++woken;
  };
  std::thread second(rest, 1);
  EXPECT_TRUE(receivers.call_for_another());
  second.join();
  EXPECT_EQ(woken, 1);
  std::thread third(rest, 2);
  receivers.end();
  third.join();
  EXPECT_EQ(woken, 2);
}

}  // namespace
}  // namespace guard::interceptor

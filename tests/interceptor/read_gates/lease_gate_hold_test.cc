// SPDX-License-Identifier: Apache-2.0
// The fate of a lease that is broken. To end a process because it could not be held takes longer
// than a test may (most_in_doubt()).
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <initializer_list>
#include <set>
#include <string>
#include <thread>

#include "interceptor/process/call_in_progress.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/read_gates/lease_gate.h"
#include "tests/interceptor/leasing_gate.h"
#include "tests/interceptor/told_reader.h"

namespace guard::interceptor {
namespace {

using testing::await_none_elsewhere;
using testing::break_lease_of;
using testing::is_leased;
using testing::leases_of;
using testing::LeasingGate;
using testing::Paths;
using testing::Place;
using testing::ToldReader;

class BrokenLeaseTest : public testing::LeaseTest {};

TEST_F(BrokenLeaseTest, ABrokenLeaseIsRenewedWhileTheTreeIsHeld) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  break_lease_of(secret_);
  const auto order = gate.next();
  ASSERT_TRUE(order);
  EXPECT_EQ(order->tree, testing::kTree);
  EXPECT_FALSE(is_leased(secret_));
  order->act({});
  EXPECT_TRUE(is_leased(secret_));
  EXPECT_EQ(gate.hurried(), Paths{secret_});
  order->on_done(true);
  break_lease_of(secret_);
  gate.hold_next(true);
  EXPECT_TRUE(is_leased(secret_));
}

// Once for each name.
TEST_F(BrokenLeaseTest, WhoWouldNotWaitIsToldOfOnce) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  ASSERT_TRUE(gate.arm(other_));
  for (const std::string& path : {secret_, secret_, other_, secret_, other_}) {
    break_lease_of(path);
    gate.hold_next(false);
  }
  EXPECT_EQ(gate.hurried(), (Paths{secret_, other_}));
}

// Somebody of the tree waited: the lease was broken for that one.
TEST_F(BrokenLeaseTest, WhoWaitsIsNotCalledHurried) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  for (const bool any_waits : {true, true, false}) {
    EXPECT_TRUE(gate.hurried().empty());
    break_lease_of(secret_);
    gate.hold_next(any_waits);
  }
  EXPECT_EQ(gate.hurried(), Paths{secret_});
}

// An allowed program reads the same secret right after a search that was refused it: the search is
// told of all the same.
TEST_F(BrokenLeaseTest, WhoCameAfterTheBreakHidesNobodyWhoWasRefused) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  const auto hold_with_a_new_reader = [&gate](bool earlier) {
    const auto order = gate.next();
    ASSERT_TRUE(order);
    const ToldReader reader(Place::kOutside);
    order->act({earlier, {reader.tid()}});
    order->on_done(true);
  };
  break_lease_of(secret_);
  hold_with_a_new_reader(false);
  EXPECT_EQ(gate.hurried(), Paths{secret_});
  ASSERT_TRUE(gate.arm(other_));
  break_lease_of(other_);
  hold_with_a_new_reader(true);
  EXPECT_EQ(gate.hurried(), Paths{secret_}) << "who waited before may have broken it";
}

TEST_F(BrokenLeaseTest, WhatIsNotBrokenStaysAsItIs) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  ASSERT_TRUE(gate.arm(other_));
  break_lease_of(secret_);
  gate.hold_next(false);
  EXPECT_TRUE(is_leased(other_));
  EXPECT_EQ(gate.hurried(), Paths{secret_});
}

TEST_F(BrokenLeaseTest, ATreeThatCouldNotBeHeldIsTriedAgain) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  break_lease_of(secret_);
  for (int times = 0; times < 3; ++times) {
    const auto order = gate.next();
    ASSERT_TRUE(order);
    order->on_done(false);
  }
  EXPECT_FALSE(is_leased(secret_));
  gate.hold_next(false);
  EXPECT_TRUE(is_leased(secret_));
}

// Somebody who is not of the tree: it is its turn then.
TEST_F(BrokenLeaseTest, WhoStillWaitsWhenTheLeaseIsGivenUpReads) {
  const ToldReader reader(Place::kOutside);
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  reader.open(secret_);
  const auto order = gate.next();
  ASSERT_TRUE(order);
  while (!waits_in_direct_open(reader.tid())) std::this_thread::yield();
  EXPECT_FALSE(reader.is_done());
  order->act({});
  EXPECT_EQ(gate->open_elsewhere(), 1U);
  order->on_done(true);
  EXPECT_EQ(reader.result(), 0);
  EXPECT_TRUE(gate.hurried().empty());
  reader.close();
  await_none_elsewhere(gate);
  EXPECT_TRUE(is_leased(secret_));
}

std::set<pid_t> own_threads() {
  const auto threads = threads_of(::getpid());
  return {threads.begin(), threads.end()};
}

bool sleeps_in(pid_t tid, std::initializer_list<long> numbers) {
  const auto call = call_in_progress(tid);
  return call && std::find(numbers.begin(), numbers.end(), call->number) != numbers.end();
}

bool is_pending(int signal) {
  const auto status = read_proc_status("/proc/self");
  return status && (status->pending_signals >> (signal - 1) & 1U) != 0;
}

#ifdef SYS_poll
constexpr long kPoll = SYS_poll;
#else
constexpr long kPoll = SYS_ppoll;
#endif

TEST_F(BrokenLeaseTest, TheTreeIsHeldOnceAtATime) {
  const auto before = own_threads();
  LeasingGate gate;
  pid_t thread = 0;
  for (const pid_t tid : own_threads()) thread = before.contains(tid) ? thread : tid;
  ASSERT_TRUE(gate.arm(secret_));
  ASSERT_TRUE(gate.arm(other_));
  break_lease_of(secret_);
  const auto order = gate.next();
  ASSERT_TRUE(order);
  break_lease_of(other_);
  while (is_pending(SIGIO) || !sleeps_in(thread, {kPoll, SYS_ppoll})) std::this_thread::yield();
  EXPECT_EQ(gate.holds(), 1);
  order->act({});
  order->on_done(true);
  EXPECT_TRUE(is_leased(secret_));
  EXPECT_TRUE(is_leased(other_));
  EXPECT_EQ(gate.hurried().size(), 2U);
}

// A command may end right after an open that failed.
TEST_F(BrokenLeaseTest, WhoSettlesWaitsUntilTheRefusedOpenIsToldOf) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  break_lease_of(secret_);
  Paths told;
  std::thread settles([&] {
    gate->settle(std::chrono::minutes(10));
    told = gate.hurried();
  });
  gate.hold_next(false);
  settles.join();
  EXPECT_EQ(told, Paths{secret_});
}

TEST_F(BrokenLeaseTest, WhoSettlesDoesNotWaitForEver) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  break_lease_of(secret_);
  const auto order = gate.next();
  ASSERT_TRUE(order);
  gate->settle(std::chrono::milliseconds(1));
  EXPECT_TRUE(gate.hurried().empty());
  order->act({});
  order->on_done(true);
}

// Its callbacks are the gate's.
TEST_F(BrokenLeaseTest, TheGateEndsAfterTheHold) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  break_lease_of(secret_);
  const auto order = gate.next();
  ASSERT_TRUE(order);
  std::atomic<pid_t> tid = 0;
  std::atomic<bool> is_over = false;
  std::thread ends([&] {
    tid = ::gettid();
    gate.end();
    is_over = true;
  });
  while (!is_over && !(tid != 0 && sleeps_in(tid, {SYS_futex}))) std::this_thread::yield();
  EXPECT_FALSE(is_over);
  order->act({});
  order->on_done(true);
  ends.join();
  EXPECT_TRUE(leases_of(secret_).empty());
}

}  // namespace
}  // namespace guard::interceptor

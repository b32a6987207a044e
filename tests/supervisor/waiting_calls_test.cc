// SPDX-License-Identifier: Apache-2.0
#include "supervisor/waiting_calls.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <optional>
#include <semaphore>
#include <utility>

namespace guard::supervisor {
namespace {

TEST(WaitingCallsTest, EachIsTriedUntilItIsAnswered) {
  std::latch answered(3);
  std::atomic<int> tries = 0;
  std::optional<WorkerPool> pool(std::in_place, 1, 1);
  WaitingCalls waiting(*pool, 10, [&](const CallPtr& call) {
    ++tries;
    if (++call->attempts < 3) return false;
    answered.count_down();
    return true;
  });
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(waiting.add(std::make_shared<PendingCall>()));
  answered.wait();
  pool.reset();  // joins
  EXPECT_EQ(tries.load(), 9);
}

TEST(WaitingCallsTest, OneThatWaitsHoldsUpNoOtherAndOneWorkerAtMost) {
  std::atomic<bool> end = false;
  std::binary_semaphore other_was_answered(0);
  std::latch job_ran(1);
  std::optional<WorkerPool> pool(std::in_place, 1, 2);
  const auto stays = std::make_shared<PendingCall>();
  WaitingCalls waiting(*pool, 10, [&](const CallPtr& call) {
    if (call == stays) return end.load();
    other_was_answered.release();
    return true;
  });
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(waiting.add(stays));
  ASSERT_TRUE(waiting.add(std::make_shared<PendingCall>()));
  other_was_answered.acquire();
  pool->post([&] { job_ran.count_down(); });
  job_ran.wait();  // never returns when the waiting ones take both workers
  end = true;
  pool.reset();
}

TEST(WaitingCallsTest, ThereIsABound) {
  std::atomic<bool> end = false;
  std::optional<WorkerPool> pool(std::in_place, 1, 1);
  WaitingCalls waiting(*pool, 2, [&](const CallPtr&) { return end.load(); });
  EXPECT_TRUE(waiting.add(std::make_shared<PendingCall>()));
  EXPECT_TRUE(waiting.add(std::make_shared<PendingCall>()));
  EXPECT_FALSE(waiting.add(std::make_shared<PendingCall>()));
  end = true;
  pool.reset();
}

}  // namespace
}  // namespace guard::supervisor

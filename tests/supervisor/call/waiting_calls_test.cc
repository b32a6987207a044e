// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/waiting_calls.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <latch>
#include <memory>
#include <optional>
#include <semaphore>
#include <thread>
#include <utility>
#include <vector>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

bool still_there(const PendingCall&) {
  return false;
}

// A call that waits for room in a stream's buffer, and the other end of that stream.
struct FullStream {
  FullStream() : call(std::make_shared<PendingCall>()) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    call->held.socket.reset(ends[0]);
    peer.reset(ends[1]);
    call->held.raw.operation = interceptor::Operation::kSend;
    call->held.to_its_peer = true;
    const std::vector<char> bytes(1 << 16);
    while (::send(ends[0], bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0) {
    }
  }
  void make_room() const {
    std::vector<char> bytes(1 << 16);
    while (::recv(peer.get(), bytes.data(), bytes.size(), 0) > 0) {
    }
  }
  CallPtr call;
  UniqueFd peer;
};

TEST(WaitingCallsTest, EachIsTriedUntilItIsAnswered) {
  std::latch answered(3);
  std::atomic<int> tries = 0;
  std::optional<WorkerPool> pool(std::in_place, 1, 1);
  WaitingCalls waiting(
      *pool, 10,
      [&](const CallPtr& call) {
        ++tries;
        if (++call->attempts < 3) return false;
        answered.count_down();
        return true;
      },
      still_there);
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
  WaitingCalls waiting(
      *pool, 10,
      [&](const CallPtr& call) {
        if (call == stays) return end.load();
        other_was_answered.release();
        return true;
      },
      still_there);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(waiting.add(stays));
  ASSERT_TRUE(waiting.add(std::make_shared<PendingCall>()));
  other_was_answered.acquire();
  pool->post([&] { job_ran.count_down(); });
  job_ran.wait();  // never returns when the waiting ones take both workers
  end = true;
  pool.reset();
}

// How many of four may wait.
int waiting_at_once(std::size_t most_descriptors, std::size_t most_calls) {
  std::atomic<bool> end = false;
  std::optional<WorkerPool> pool(std::in_place, 1, 1);
  WaitingCalls waiting(
      *pool, most_descriptors, [&](const CallPtr&) { return end.load(); }, still_there, most_calls);
  int added = 0;
  for (int i = 0; i < 4; ++i) added += waiting.add(std::make_shared<PendingCall>()) ? 1 : 0;
  end = true;
  pool.reset();
  return added;
}

TEST(WaitingCallsTest, ThereIsABound) {
  EXPECT_EQ(waiting_at_once(100, 3), 3);
  EXPECT_EQ(waiting_at_once(100, 4), 4);
  EXPECT_EQ(waiting_at_once(100, 5), 4);
  EXPECT_EQ(kMostWaitingCalls, size_limit("waiting.calls"));
}

TEST(WaitingCallsTest, DescriptorsHaveABoundToo) {
  EXPECT_EQ(waiting_at_once(3, 100), 3);
  EXPECT_EQ(waiting_at_once(4, 100), 4);
  EXPECT_EQ(waiting_at_once(5, 100), 4);
  rlimit most{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &most), 0);
  EXPECT_EQ(descriptors_for_waiting_calls(), most.rlim_cur / 100 * limit("waiting.descriptors"));
}

TEST(WaitingCallsTest, ASocketIsTriedWhenThereIsRoomAndNotBefore) {
  FullStream stream;
  std::atomic<int> looks = 0;
  std::atomic<bool> room = false;
  std::atomic<bool> tried_without_room = false;
  std::latch answered(1);
  std::optional<WorkerPool> pool(std::in_place, 1, 1);
  WaitingCalls waiting(
      *pool, 10,
      [&](const CallPtr&) {
        if (!room) tried_without_room = true;
        answered.count_down();
        return true;
      },
      [&](const PendingCall&) {
        ++looks;
        return false;
      });
  ASSERT_TRUE(waiting.add(stream.call));
  while (looks < 3) std::this_thread::yield();
  room = true;
  stream.make_room();
  answered.wait();
  pool.reset();
  EXPECT_FALSE(tried_without_room.load());
}

TEST(WaitingCallsTest, ASocketWhoseCallerLeavesIsTriedOnceMore) {
  FullStream stream;
  std::atomic<bool> left = false;
  std::latch answered(1);
  std::optional<WorkerPool> pool(std::in_place, 1, 1);
  WaitingCalls waiting(
      *pool, 10,
      [&](const CallPtr&) {
        answered.count_down();
        return true;
      },
      [&](const PendingCall&) { return left.load(); });
  ASSERT_TRUE(waiting.add(stream.call));
  left = true;
  answered.wait();
  pool.reset();
}

TEST(WaitingCallsTest, OneThatIsAlwaysWritableLeavesTimeForOthers) {
  FullStream stream;
  stream.make_room();
  std::atomic<bool> end = false;
  std::latch other(1);
  std::optional<WorkerPool> pool(std::in_place, 1, 1);
  WaitingCalls waiting(
      *pool, 10,
      [&](const CallPtr& call) {
        if (call == stream.call) return end.load();
        other.count_down();
        return true;
      },
      still_there);
  ASSERT_TRUE(waiting.add(stream.call));
  ASSERT_TRUE(waiting.add(std::make_shared<PendingCall>()));
  other.wait();
  end = true;
  pool.reset();
}

}  // namespace
}  // namespace guard::supervisor

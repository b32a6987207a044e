// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/worker_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <memory>
#include <semaphore>

#include "tests/support/child_process.h"

namespace guard::supervisor {
namespace {

TEST(WorkerPoolTest, GrowsWhileAllItsThreadsWait) {
  constexpr int kWaiting = 10;
  std::latch together(kWaiting);
  WorkerPool pool(1, kWaiting);
  for (int i = 0; i < kWaiting; ++i) pool.post([&] { together.arrive_and_wait(); });
  together.wait();  // never returns when fewer than all run at the same time
}

TEST(WorkerPoolTest, NeverHasMoreThreadsThanItsBound) {
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  std::latch done(50);
  WorkerPool pool(1, 2);
  for (int i = 0; i < 50; ++i) {
    pool.post([&] {
      const int running = ++now;
      int before = most.load();
      while (before < running && !most.compare_exchange_weak(before, running)) {
      }
      --now;
      done.count_down();
    });
  }
  done.wait();
  EXPECT_LE(most.load(), 2);
}

TEST(WorkerPoolTest, StopDropsWhatHasNotBegun) {
  std::binary_semaphore begun(0);
  std::binary_semaphore released(0);
  std::atomic<bool> second = false;
  {
    WorkerPool pool(1, 1);
    pool.post([&] {
      begun.release();
      released.acquire();
    });
    begun.acquire();
    pool.post([&] { second = true; });
    pool.stop();
    EXPECT_TRUE(pool.stopping());
    pool.post([&] { second = true; });
    released.release();
  }
  EXPECT_FALSE(second);
}

TEST(WorkerPoolTest, RunningJobSeesThatThePoolStops) {
  std::binary_semaphore begun(0);
  WorkerPool pool(1, 1);
  pool.post([&] {
    begun.release();
    while (!pool.stopping()) ::usleep(1000);
  });
  begun.acquire();
  pool.stop();  // the destructor joins the job: it must have seen the order
}

// The captures of a job may end with more work: a withdrawn question, a next call.
struct PostsAtItsEnd {
  PostsAtItsEnd(WorkerPool& of, std::binary_semaphore& told) : pool(of), posted(told) {}
  ~PostsAtItsEnd() {
    pool.post([this_posted = &posted] { this_posted->release(); });
  }

  WorkerPool& pool;
  std::binary_semaphore& posted;
};

TEST(WorkerPoolTest, JobMayPostWhenWhatItHeldEnds) {
  std::binary_semaphore posted(0);
  WorkerPool pool(1, 1);
  pool.post([held = std::make_shared<PostsAtItsEnd>(pool, posted)] { (void)held; });
  posted.acquire();
}

TEST(WorkerPoolTest, DroppedJobMayPostToo) {
  std::binary_semaphore begun(0);
  std::binary_semaphore released(0);
  std::binary_semaphore posted(0);
  WorkerPool pool(1, 1);
  pool.post([&] {
    begun.release();
    released.acquire();
  });
  begun.acquire();
  pool.post([held = std::make_shared<PostsAtItsEnd>(pool, posted)] { (void)held; });
  pool.stop();
  released.release();
  EXPECT_FALSE(posted.try_acquire());  // dropped, not run
}

// A tree that has taken all processes of its user must not take guard down with it.
TEST(WorkerPoolTest, WithoutRoomForThreadsJobsWaitTheirTurn) {
  const int result = testing::result_of_child([] {
    constexpr uid_t kOther = 4243;
    std::atomic<int> ran = 0;
    {
      WorkerPool pool(1, 8);
      std::latch done(4);
      if (::geteuid() == 0 && ::setresuid(kOther, kOther, kOther) != 0) return 1;
      const rlimit none{1, 1};
      if (::setrlimit(RLIMIT_NPROC, &none) != 0) return 2;
      for (int i = 0; i < 4; ++i) {
        pool.post([&] {
          ++ran;
          done.count_down();
        });
      }
      done.wait();
    }
    return ran == 4 ? 0 : 3;
  });
  EXPECT_EQ(result, 0);
}

}  // namespace
}  // namespace guard::supervisor

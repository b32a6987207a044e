// SPDX-License-Identifier: Apache-2.0
// Over a listener of its own, which says how far it was asked.
#include "interceptor/seccomp/ahead_listener.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

namespace guard::interceptor {
namespace {

constexpr int kOwn = 7777;  // what beneath is polled by

// Hands out the calls that were made, in turn; then blocks.
class Beneath final : public CallListener {
 public:
  Result<std::optional<Notification>> receive() override {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return stopping_ || over_ || given_ < made_; });
    --waiting_;
    if (stopping_ || over_) return std::nullopt;
    Notification call;
    call.id = ++given_;
    changed_.notify_all();
    return call;
  }
  void stop() override { set(stopping_); }
  void end() { set(over_); }
  void make(std::uint64_t calls) {
    const std::lock_guard lock(mutex_);
    made_ += calls;
    changed_.notify_all();
  }
  void await_given(std::uint64_t calls) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return given_ >= calls; });
  }
  void await_waiting(int receivers) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ == receivers; });
  }
  int waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }
  std::uint64_t given() {
    const std::lock_guard lock(mutex_);
    return given_;
  }
  [[nodiscard]] bool still_valid(NotifyId) const override { return true; }
  Result<void> answer(NotifyId, Reply) override { return {}; }
  [[nodiscard]] int readable() override { return kOwn; }

 private:
  void set(bool& what) {
    const std::lock_guard lock(mutex_);
    what = true;
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t made_ = 0;
  std::uint64_t given_ = 0;
  int waiting_ = 0;
  bool stopping_ = false;
  bool over_ = false;
};

bool is_readable(int fd) {
  pollfd state{fd, POLLIN, 0};
  return ::poll(&state, 1, 0) == 1;
}

class AheadListenerTest : public ::testing::Test {
 protected:
  AheadListenerTest() {
    auto beneath = std::make_unique<Beneath>();
    beneath_ = beneath.get();
    listener_ = std::move(*AheadListener::over(std::move(beneath)));
    ahead_ = std::thread([this] { listener_->run_ahead(); });
  }
  ~AheadListenerTest() override {
    listener_->stop();
    ahead_.join();
  }
  std::uint64_t next() {
    const auto call = listener_->receive();
    return call && *call ? (*call)->id : 0;
  }

  Beneath* beneath_;
  std::unique_ptr<AheadListener> listener_;
  std::thread ahead_;
};

TEST_F(AheadListenerTest, UnlessItIsWantedNoneIsReceivedBeforeSomebodyHasTime) {
  beneath_->make(3);
  EXPECT_EQ(next(), 1U);
  EXPECT_EQ(beneath_->given(), 1U);
  EXPECT_EQ(listener_->readable(), kOwn);
}

TEST_F(AheadListenerTest, CallsAreReceivedWhileNobodyHasTimeAndHandedOutInTheirOrder) {
  listener_->receive_ahead(true);
  beneath_->make(100);
  beneath_->await_given(100);
  for (std::uint64_t id = 1; id <= 100; ++id) ASSERT_EQ(next(), id);
}

TEST_F(AheadListenerTest, WhatIsTooManyStaysInTheKernelUntilOneIsTaken) {
  listener_->receive_ahead(true);
  beneath_->make(AheadListener::kMostAhead + 2);
  beneath_->await_given(AheadListener::kMostAhead);
  for (int look = 0; look < 1000; ++look) std::this_thread::yield();
  EXPECT_EQ(beneath_->given(), AheadListener::kMostAhead);
  EXPECT_EQ(next(), 1U);
  beneath_->await_given(AheadListener::kMostAhead + 1);
}

// Else the thread could take a call that whoever receives beneath would never hear of.
TEST_F(AheadListenerTest, WhoReceivesAlreadyGetsTheNextCall) {
  std::thread receives([this] { EXPECT_EQ(next(), 1U); });
  beneath_->await_waiting(1);
  listener_->receive_ahead(true);
  for (int look = 0; look < 1000; ++look) std::this_thread::yield();
  EXPECT_EQ(beneath_->waiting(), 1);
  beneath_->make(1);
  receives.join();
  beneath_->await_waiting(1);
  beneath_->make(1);
  beneath_->await_given(2);
  EXPECT_EQ(next(), 2U);
}

// Whoever polls and is alone would block in receive(), if the way changed in between.
TEST_F(AheadListenerTest, ItEndsTogetherWithACall) {
  listener_->receive_ahead(true);
  const int bell = listener_->readable();
  listener_->receive_ahead(false);
  EXPECT_EQ(listener_->readable(), bell);
  beneath_->make(1);
  EXPECT_EQ(next(), 1U);
  EXPECT_EQ(listener_->readable(), kOwn);
  beneath_->make(2);
  EXPECT_EQ(next(), 2U);
  EXPECT_EQ(beneath_->given(), 2U);
}

TEST_F(AheadListenerTest, WhoPollsIsToldOfACallThatWasThereAndOfOneThatComes) {
  listener_->receive_ahead(true);
  int bell = listener_->readable();
  ASSERT_NE(bell, kOwn);
  EXPECT_FALSE(is_readable(bell));
  beneath_->make(2);
  pollfd state{bell, POLLIN, 0};
  EXPECT_EQ(::poll(&state, 1, -1), 1);
  EXPECT_EQ(next(), 1U);
  beneath_->await_given(2);
  while (!is_readable(listener_->readable())) std::this_thread::yield();
  EXPECT_EQ(next(), 2U);
  EXPECT_FALSE(is_readable(listener_->readable()));
}

TEST_F(AheadListenerTest, ThatNobodyIsLeftIsToldToAll) {
  listener_->receive_ahead(true);
  const int bell = listener_->readable();
  std::thread waits([this] { EXPECT_EQ(next(), 0U); });
  beneath_->end();
  waits.join();
  EXPECT_TRUE(is_readable(bell));
  EXPECT_EQ(next(), 0U);
}

TEST_F(AheadListenerTest, StopEndsWhoWaits) {
  listener_->receive_ahead(true);
  std::thread waits([this] { EXPECT_EQ(next(), 0U); });
  listener_->stop();
  waits.join();
}

}  // namespace
}  // namespace guard::interceptor

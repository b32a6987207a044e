// SPDX-License-Identifier: Apache-2.0
// With a listener of its own: who joins and leaves is receivers_test.cc's.
#include "supervisor/pipeline/mediators.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "supervisor/processes/serving_process.h"

namespace guard::supervisor {
namespace {

using interceptor::Notification;

// Hands out so many calls, then blocks until it is stopped.
class Listener final : public interceptor::CallListener {
 public:
  explicit Listener(std::uint64_t calls) : calls_(calls) {}
  Result<std::optional<Notification>> receive() override {
    std::unique_lock lock(mutex_);
    if (given_ < calls_) {
      Notification call;
      call.id = ++given_;
      return call;
    }
    stopped_.wait(lock, [this] { return stopping_; });
    return std::nullopt;
  }
  void stop() override {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    stopped_.notify_all();
  }
  [[nodiscard]] bool still_valid(interceptor::NotifyId) const override { return true; }
  Result<void> answer(interceptor::NotifyId, interceptor::Reply) override { return {}; }

 private:
  const std::uint64_t calls_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::uint64_t given_ = 0;
  bool stopping_ = false;
};

class MediatorsTest : public ::testing::Test {
 protected:
  MediatorsTest() {
    struct sigaction nothing {};
    nothing.sa_handler = [](int) {};
    ::sigaction(kWakeSignal, &nothing, &before_);
  }
  ~MediatorsTest() override { ::sigaction(kWakeSignal, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

TEST_F(MediatorsTest, WithoutVerifierOneTakesEachCallInTurn) {
  Listener listener(1000);
  std::vector<std::uint64_t> taken;
  std::mutex all;
  std::condition_variable grew;
  Mediators mediators(listener, nullptr, [&](const Notification& call) {
    const std::lock_guard lock(all);
    taken.push_back(call.id);
    grew.notify_one();
  });
  mediators.start();
  {
    std::unique_lock lock(all);
    grew.wait(lock, [&] { return taken.size() == 1000; });
  }
  mediators.stop();
  for (std::uint64_t at = 0; at < taken.size(); ++at) ASSERT_EQ(taken[at], at + 1);
}

// A session lets its listener go before its mediators.
TEST_F(MediatorsTest, OnceStoppedTheyTouchNothing) {
  auto listener = std::make_unique<Listener>(0);
  Mediators mediators(*listener, nullptr, [](const Notification&) {});
  mediators.start();
  mediators.stop();
  listener.reset();
  mediators.stop();
}

TEST_F(MediatorsTest, NeverStartedTheyHaveNothingToStop) {
  Listener listener(0);
  Mediators mediators(listener, nullptr, [](const Notification&) {});
}

TEST(MediatorsMost, IsAtLeastOneAndFewEvenOnManyCores) {
  EXPECT_GE(Mediators::most(), 1U);
  EXPECT_LE(Mediators::most(), 4U);
}

}  // namespace
}  // namespace guard::supervisor

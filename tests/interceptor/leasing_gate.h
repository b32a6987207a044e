// SPDX-License-Identifier: Apache-2.0
// LeasingGate: a gate of leases in a test, which stands in for the tracer: it says when a tree is
// held, without holding any. And what the kernel says of leases.
#ifndef GUARD_TESTS_INTERCEPTOR_LEASING_GATE_H_
#define GUARD_TESTS_INTERCEPTOR_LEASING_GATE_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "interceptor/read_gates/lease_gate.h"
#include "tests/interceptor/scratch_folder.h"

namespace guard::testing {

using Paths = std::vector<std::string>;

constexpr pid_t kTree = 4711;  // asked of nobody but the test

// A lease gate and what it says. SIGIO is blocked while it lives; what is left of it then is
// dropped.
class LeasingGate {
 public:
  LeasingGate() {
    sigset_t hint;
    sigemptyset(&hint);
    sigaddset(&hint, SIGIO);
    ::pthread_sigmask(SIG_BLOCK, &hint, &before_);
    auto started = interceptor::start_lease_gate(
        kTree, [this](interceptor::TreeToHold order) { take(std::move(order)); },
        [](const interceptor::EndedReader&) { ADD_FAILURE() << "somebody was ended"; },
        [this](const std::string& path) {
          hurried_.push_back(path);
          return true;
        });
    if (started) gate_ = std::move(*started);
    EXPECT_TRUE(gate_);
  }
  ~LeasingGate() {
    give_up_holds();
    gate_.reset();
    ::signal(SIGIO, SIG_IGN);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    ::signal(SIGIO, SIG_DFL);
  }
  LeasingGate(const LeasingGate&) = delete;
  LeasingGate& operator=(const LeasingGate&) = delete;
  interceptor::ReadGate* operator->() const { return gate_.get(); }

  [[nodiscard]] Result<void> arm(const std::string& path) const {
    const UniqueFd object(::open(path.c_str(), O_PATH | O_CLOEXEC));
    return gate_->arm(object.get());
  }
  // The tree that it wants held next; nothing when that does not come.
  std::optional<interceptor::TreeToHold> next() {
    std::unique_lock lock(mutex_);
    const auto there = [this] { return !orders_.empty(); };
    if (!changed_.wait_for(lock, std::chrono::seconds(10), there)) return std::nullopt;
    interceptor::TreeToHold order = std::move(orders_.front());
    orders_.erase(orders_.begin());
    return order;
  }
  // The same, held for a moment in which somebody waits or not.
  void hold_next(bool any_waits) { hold_next({any_waits, {}}); }
  void hold_next(const interceptor::LeaseWaiters& waiters) {
    const auto order = next();
    ASSERT_TRUE(order);
    order->act(waiters);
    order->on_done(true);
  }
  [[nodiscard]] int holds() {
    const std::lock_guard lock(mutex_);
    return all_;
  }
  // On the thread that held: the test's.
  [[nodiscard]] const Paths& hurried() const { return hurried_; }
  void end() { gate_.reset(); }

 private:
  void take(interceptor::TreeToHold order) {
    const std::lock_guard lock(mutex_);
    if (ends_) return order.on_done(false);
    orders_.push_back(std::move(order));
    ++all_;
    changed_.notify_all();
  }

  // The gate waits for each that it has begun.
  void give_up_holds() {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    for (const interceptor::TreeToHold& order : orders_) order.on_done(false);
  }

  sigset_t before_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<interceptor::TreeToHold> orders_;
  int all_ = 0;
  bool ends_ = false;
  Paths hurried_;
  std::unique_ptr<interceptor::ReadGate> gate_;
};

inline interceptor::FileId id_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return {status.st_dev, status.st_ino};
}

// The lines of /proc/locks about leases of the file: "ACTIVE WRITE" each.
inline Paths leases_of(const std::string& path) {
  const std::string place = ":" + std::to_string(id_of(path).second) + " 0 EOF";
  std::ifstream locks("/proc/locks");
  Paths found;
  for (std::string line; std::getline(locks, line);) {
    const std::size_t lease = line.find("LEASE  ");
    if (lease == std::string::npos || line.find(place) == std::string::npos) continue;
    const bool active = line.find("ACTIVE") != std::string::npos;
    const bool writes = line.find("WRITE") != std::string::npos;
    found.push_back(active && writes ? "ACTIVE WRITE" : line.substr(lease));
  }
  return found;
}

inline bool is_leased(const std::string& path) {
  return leases_of(path) == Paths{"ACTIVE WRITE"};
}

inline bool can_be_opened(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)).valid();
}

// As who does not wait.
inline void break_lease_of(const std::string& path) {
  errno = 0;
  EXPECT_FALSE(can_be_opened(path));
  EXPECT_EQ(errno, EAGAIN);
}

inline void await_none_elsewhere(const LeasingGate& gate) {
  while (gate->open_elsewhere() != 0) std::this_thread::yield();
}

inline bool can_lease_here(const ScratchFolder& folder) {
  const UniqueFd file(::open(folder.file("tried").c_str(), O_RDONLY | O_CLOEXEC));
  return ::fcntl(file.get(), F_SETLEASE, F_WRLCK) == 0;
}

class LeaseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_lease_here(scratch_)) GTEST_SKIP() << "the kernel gives no leases here";
  }
  const ScratchFolder scratch_;
  const std::string secret_ = scratch_.file("secret", "s");
  const std::string other_ = scratch_.file("other", "o");
};

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_LEASING_GATE_H_

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/real_addresses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace guard::supervisor {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

RealAddresses::Found ended(RealAddresses& addresses, const std::string& name) {
  for (;;) {
    auto found = addresses.of(name);
    if (found.ended) return found;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

TEST(RealAddressesTest, ALookupHoldsUpNobody) {
  std::atomic<bool> goes_on = false;
  RealAddresses addresses([&](const std::string&) -> std::optional<Host> {
    goes_on.wait(false);
    return Host{{"192.0.2.7"}, ""};
  });
  EXPECT_FALSE(addresses.of("a.example").ended);
  EXPECT_FALSE(addresses.of("a.example").ended);
  goes_on = true;
  goes_on.notify_all();
  EXPECT_THAT(ended(addresses, "a.example").host->addresses, ElementsAre("192.0.2.7"));
}

TEST(RealAddressesTest, OneLookupServesManyQuestions) {
  std::atomic<int> lookups = 0;
  RealAddresses addresses([&](const std::string&) -> std::optional<Host> {
    ++lookups;
    return Host{{"192.0.2.7"}, ""};
  });
  for (int i = 0; i < 5; ++i) (void)ended(addresses, "a.example");
  EXPECT_EQ(lookups, 1);
}

TEST(RealAddressesTest, AreLookedUpAgainAfterAWhile) {
  std::atomic<int> lookups = 0;
  RealAddresses addresses(
      [&](const std::string&) -> std::optional<Host> {
        ++lookups;
        return Host{{"192.0.2.7"}, ""};
      },
      milliseconds(20));
  (void)ended(addresses, "a.example");
  std::this_thread::sleep_for(milliseconds(30));
  (void)ended(addresses, "a.example");
  EXPECT_EQ(lookups, 2);
}

TEST(RealAddressesTest, WhatIsTooOldIsNotToldWhileItIsLookedUpAgain) {
  std::atomic<int> lookups = 0;
  std::atomic<bool> goes_on = false;
  RealAddresses addresses(
      [&](const std::string&) -> std::optional<Host> {
        if (++lookups == 1) return Host{{"192.0.2.7"}, ""};
        goes_on.wait(false);
        return Host{{"192.0.2.8"}, ""};
      },
      milliseconds(20));
  (void)ended(addresses, "a.example");
  std::this_thread::sleep_for(milliseconds(30));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(addresses.of("a.example").ended);
  goes_on = true;
  goes_on.notify_all();
  EXPECT_THAT(ended(addresses, "a.example").host->addresses, ElementsAre("192.0.2.8"));
}

TEST(RealAddressesTest, AFailureIsKeptForAMomentAlone) {
  std::atomic<int> lookups = 0;
  RealAddresses addresses(
      [&](const std::string&) -> std::optional<Host> {
        if (++lookups == 1) return std::nullopt;
        return Host{{"192.0.2.7"}, ""};
      },
      milliseconds(20));
  EXPECT_FALSE(ended(addresses, "a.example").host);
  EXPECT_FALSE(ended(addresses, "a.example").host);
  EXPECT_EQ(lookups, 1);
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_TRUE(ended(addresses, "a.example").host);
}

// Looks names up until it ends; a lookup of NAME lasts as long.
class Held {
 public:
  HostLookup lookup(std::string name = {}) {
    return
        [state = state_, name = std::move(name)](const std::string& asked) -> std::optional<Host> {
          if (name.empty() || asked == name) state->goes_on.wait(false);
          return Host{{"192.0.2.7"}, ""};
        };
  }
  ~Held() {
    state_->goes_on = true;
    state_->goes_on.notify_all();
  }

 private:
  struct State {
    std::atomic<bool> goes_on = false;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

TEST(RealAddressesTest, ASlowLookupHasADeadlineOfItsOwn) {
  Held held;
  RealAddresses addresses(held.lookup("slow.example"), RealAddresses::kKept, milliseconds(20));
  EXPECT_FALSE(addresses.of("slow.example").ended);
  EXPECT_TRUE(ended(addresses, "quick.example").host);
  const auto found = ended(addresses, "slow.example");
  EXPECT_FALSE(found.host);
  EXPECT_NE(found.why.find("has not answered"), std::string::npos) << found.why;
}

TEST(RealAddressesTest, TooManyLookupsFailAndDoNotWait) {
  Held held;
  RealAddresses addresses(held.lookup());
  for (std::size_t i = 0; i < RealAddresses::kMostLookups; ++i)
    EXPECT_FALSE(addresses.of("n" + std::to_string(i) + ".example").ended);
  const auto found = addresses.of("more.example");
  EXPECT_TRUE(found.ended);
  EXPECT_FALSE(found.host);
  EXPECT_NE(found.why.find("too many"), std::string::npos) << found.why;
}

TEST(RealAddressesTest, FewWaitForOneName) {
  auto told = std::make_shared<std::atomic<std::size_t>>(0);
  RealAddresses::Told count = [told](const RealAddresses::Found&) { ++*told; };
  {
    Held held;
    RealAddresses addresses(held.lookup());
    for (std::size_t i = 0; i < RealAddresses::kMostWaiting + 3; ++i)
      addresses.tell("a.example", count);
    EXPECT_EQ(*told, 0U);
  }
  while (*told < RealAddresses::kMostWaiting) std::this_thread::sleep_for(milliseconds(1));
  std::this_thread::sleep_for(milliseconds(5));
  EXPECT_EQ(*told, RealAddresses::kMostWaiting);
}

}  // namespace
}  // namespace guard::supervisor

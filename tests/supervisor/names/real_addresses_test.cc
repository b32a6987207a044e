// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/real_addresses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
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
  RealAddresses addresses([&](const std::string&) -> Addresses {
    goes_on.wait(false);
    return std::vector<std::string>{"192.0.2.7"};
  });
  EXPECT_FALSE(addresses.of("a.example").ended);
  EXPECT_FALSE(addresses.of("a.example").ended);
  goes_on = true;
  goes_on.notify_all();
  EXPECT_THAT(*ended(addresses, "a.example").addresses, ElementsAre("192.0.2.7"));
}

TEST(RealAddressesTest, OneLookupServesManyQuestions) {
  std::atomic<int> lookups = 0;
  RealAddresses addresses([&](const std::string&) -> Addresses {
    ++lookups;
    return std::vector<std::string>{"192.0.2.7"};
  });
  for (int i = 0; i < 5; ++i) (void)ended(addresses, "a.example");
  EXPECT_EQ(lookups, 1);
}

TEST(RealAddressesTest, AreLookedUpAgainAfterAWhile) {
  std::atomic<int> lookups = 0;
  RealAddresses addresses(
      [&](const std::string&) -> Addresses {
        ++lookups;
        return std::vector<std::string>{"192.0.2.7"};
      },
      milliseconds(20));
  (void)ended(addresses, "a.example");
  std::this_thread::sleep_for(milliseconds(30));
  (void)ended(addresses, "a.example");
  EXPECT_EQ(lookups, 2);
}

TEST(RealAddressesTest, AFailureIsKeptForAMomentAlone) {
  std::atomic<int> lookups = 0;
  RealAddresses addresses(
      [&](const std::string&) -> Addresses {
        if (++lookups == 1) return std::nullopt;
        return std::vector<std::string>{"192.0.2.7"};
      },
      milliseconds(20));
  EXPECT_FALSE(ended(addresses, "a.example").addresses);
  EXPECT_FALSE(ended(addresses, "a.example").addresses);
  EXPECT_EQ(lookups, 1);
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_TRUE(ended(addresses, "a.example").addresses);
}

}  // namespace
}  // namespace guard::supervisor

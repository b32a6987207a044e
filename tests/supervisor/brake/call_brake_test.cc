// SPDX-License-Identifier: Apache-2.0
#include "supervisor/brake/call_brake.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace guard::supervisor {
namespace {

TEST(CallBrakeTest, OpenItHoldsNothing) {
  CallBrake brake;
  brake.pass();
  EXPECT_FALSE(brake.hold([] { FAIL(); }));
  EXPECT_TRUE(brake.open().empty());
}

TEST(CallBrakeTest, ClosedItKeepsJobsInTheirOrderUntilItOpens) {
  CallBrake brake;
  std::string ran;
  brake.close();
  EXPECT_TRUE(brake.hold([&] { ran += "a"; }));
  EXPECT_TRUE(brake.hold([&] { ran += "b"; }));
  EXPECT_EQ(ran, "");
  for (const auto& job : brake.open()) job();
  EXPECT_EQ(ran, "ab");
  EXPECT_FALSE(brake.closed());
  EXPECT_TRUE(brake.open().empty());
}

TEST(CallBrakeTest, WhoeverPassesWaitsUntilItOpens) {
  CallBrake brake;
  brake.close();
  std::atomic<int> passed = 0;
  std::thread first([&] { brake.pass(), ++passed; });
  std::thread second([&] { brake.pass(), ++passed; });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(passed, 0);
  (void)brake.open();
  first.join();
  second.join();
  EXPECT_EQ(passed, 2);
}

}  // namespace
}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "console/web/export_orders.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

const ExportOrders::Clock::time_point kNow{std::chrono::hours(1)};

TEST(ExportOrdersTest, AnOrderIsTakenOnce) {
  ExportOrders orders;
  const std::string name = orders.put({{{"format", "csv"}}, "key"}, kNow);
  const auto order = orders.take(name, kNow);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->query.at("format"), "csv");
  EXPECT_EQ(order->key, "key");
  EXPECT_FALSE(orders.take(name, kNow));
}

TEST(ExportOrdersTest, AnOrderThatNobodyFetchesIsGone) {
  ExportOrders orders;
  const std::string name = orders.put({{}, "key"}, kNow);
  EXPECT_FALSE(orders.take(name, kNow + ExportOrders::kValid));
}

TEST(ExportOrdersTest, OthersAreNotTaken) {
  ExportOrders orders;
  const std::string name = orders.put({{}, "key"}, kNow);
  EXPECT_FALSE(orders.take("", kNow));
  EXPECT_FALSE(orders.take(name.substr(1), kNow));
  EXPECT_TRUE(orders.take(name, kNow));
}

TEST(ExportOrdersTest, WithTooManyTheFirstGoes) {
  ExportOrders orders;
  const std::string first = orders.put({{}, "key"}, kNow);
  for (std::size_t i = 1; i < ExportOrders::kMost; ++i) (void)orders.put({{}, "key"}, kNow);
  const std::string last = orders.put({{}, "key"}, kNow);
  EXPECT_FALSE(orders.take(first, kNow));
  EXPECT_TRUE(orders.take(last, kNow));
}

}  // namespace
}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/given_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(GivenNamesTest, TheLatestNameComesFirstAndNoneIsForgotten) {
  GivenNames given;
  EXPECT_TRUE(given.note("a.example", {"192.0.2.7", "2001:db8::7"}));
  EXPECT_TRUE(given.note("b.example", {"192.0.2.7"}));
  EXPECT_THAT(given.names_at("192.0.2.7"), ElementsAre("b.example", "a.example"));
  EXPECT_TRUE(given.note("a.example", {"192.0.2.7"}));
  EXPECT_THAT(given.names_at("192.0.2.7"), ElementsAre("a.example", "b.example"));
  EXPECT_THAT(given.names_at("2001:db8::7"), ElementsAre("a.example"));
  EXPECT_THAT(given.names_at("192.0.2.8"), IsEmpty());
}

TEST(GivenNamesTest, AnInternalAddressGetsNoName) {
  GivenNames given;
  EXPECT_TRUE(given.note("a.example", {"10.1.2.3", "127.0.0.1", "192.0.2.7"}));
  EXPECT_THAT(given.names_at("10.1.2.3"), IsEmpty());
  EXPECT_THAT(given.names_at("127.0.0.1"), IsEmpty());
}

TEST(GivenNamesTest, WhatFindsNoRoomIsNotNoted) {
  GivenNames given;
  for (std::size_t i = 0; i < GivenNames::kMostOfOne; ++i)
    EXPECT_TRUE(given.note("n" + std::to_string(i) + ".example", {"192.0.2.7"}));
  EXPECT_FALSE(given.note("more.example", {"192.0.2.8", "192.0.2.7"}));
  EXPECT_THAT(given.names_at("192.0.2.8"), IsEmpty());
  EXPECT_TRUE(given.note("n0.example", {"192.0.2.7"}));
  for (std::size_t i = 1; i < GivenNames::kMostAddresses; ++i)
    EXPECT_TRUE(given.note("a.example", {"2001:db8::" + std::to_string(i)}));
  EXPECT_FALSE(given.note("a.example", {"192.0.2.9"}));
}

}  // namespace
}  // namespace guard::supervisor

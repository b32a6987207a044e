// SPDX-License-Identifier: Apache-2.0
#include "console/web/page_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>
#include <set>

#include "console/web/tls_stream.h"

namespace guard::console {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string why_not(const PlaceWish& wish) {
  const auto place = page_place(wish);
  return place ? "" : place.error().text();
}

TEST(PagePlaceTest, EveryStartHasALoopbackAddressOfItsOwn) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const auto place = page_place({});
    ASSERT_TRUE(place);
    EXPECT_THAT(place->address, StartsWith("127."));
    EXPECT_FALSE(place->address.starts_with("127.0.")) << place->address;
    EXPECT_EQ(place->name, place->address);
    EXPECT_FALSE(place->secure);
    seen.insert(place->address);
  }
  EXPECT_GT(seen.size(), 95U);
}

TEST(PagePlaceTest, OtherHostsReachItOverTlsAlone) {
  EXPECT_EQ(why_not({.address = "127.0.0.1"}), "");
  EXPECT_THAT(why_not({.address = "192.0.2.7"}), HasSubstr("--tls-cert"));
  EXPECT_THAT(why_not({.address = "192.0.2.7", .certificate = "c"}), HasSubstr("go together"));
  EXPECT_THAT(why_not({.key = "k"}), HasSubstr("go together"));
  const auto place = page_place({.address = "192.0.2.7", .certificate = "c", .key = "k"});
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->secure);
}

TEST(PagePlaceTest, OneAddressIsNamed) {
  for (const char* address : {"0.0.0.0", "::1", "localhost", "127.0.0.256", "127.1"})
    EXPECT_THAT(why_not({.address = address}), HasSubstr("name one IPv4 address")) << address;
  for (const char* port : {"x", "65536", "-1", "1 "})
    EXPECT_THAT(why_not({.port = port}), HasSubstr("up to 65535")) << port;
}

TEST(PagePlaceTest, ANameGoesWithItsCertificate) {
  EXPECT_THAT(why_not({.name = "guard.example"}), HasSubstr("--tls-cert"));
  PlaceWish wish{.name = "guard.example", .port = "8443", .certificate = "c", .key = "k"};
  const auto place = page_place(wish);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->origin(), "https://guard.example:8443");
  wish.name = "a b";
  EXPECT_FALSE(page_place(wish));
}

TEST(PagePlaceTest, ItIsCalledAsBrowsersCallIt) {
  EXPECT_EQ((PagePlace{"127.83.2.9", "127.83.2.9", 8765, false}).origin(),
            "http://127.83.2.9:8765");
  EXPECT_EQ((PagePlace{"127.83.2.9", "127.83.2.9", 80, false}).origin(), "http://127.83.2.9");
  EXPECT_EQ((PagePlace{"127.83.2.9", "127.83.2.9", 80, true}).origin(), "https://127.83.2.9:80");
  EXPECT_EQ((PagePlace{"127.83.2.9", "127.83.2.9", 443, true}).origin(), "https://127.83.2.9");
}

TEST(TlsKeysTest, WhatIsNoCertificateIsRefused) {
  const auto keys = TlsKeys::load("/dev/null", "/dev/null");
  ASSERT_FALSE(keys);
  EXPECT_THAT(keys.error().text(), HasSubstr("--tls-cert /dev/null: no certificate"));
}

}  // namespace
}  // namespace guard::console

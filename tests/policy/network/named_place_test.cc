// SPDX-License-Identifier: Apache-2.0
#include "policy/network/named_place.h"

#include <gtest/gtest.h>

#include <string>

#include "policy/network/host_pattern.h"

namespace guard::policy {
namespace {

Destination named_by(const std::string& word) {
  const auto place = place_in(word);
  EXPECT_TRUE(place.has_value()) << word;
  return place ? destination_of(*place) : Destination{};
}

TEST(NamedPlaceTest, AnAddressCountsByItsValueHoweverItIsSpelled) {
  for (const char* word :
       {"http://[2001:db8::1]/", "http://[2001:DB8::1]/", "http://[2001:0db8:0:0:0:0:0:1]:80/"}) {
    EXPECT_EQ(named_by(word).address, "2001:db8::1") << word;
    EXPECT_TRUE(host_matches("2001:DB8:0::1", named_by(word), HostUse::kRestricts)) << word;
    EXPECT_EQ(named_by(word).name, "") << word;
  }
  EXPECT_EQ(named_by("http://[::ffff:192.0.2.7]/").address, "192.0.2.7");
  EXPECT_EQ(named_by("http://[fe80::1%eth0]/").address, "fe80::1");
}

TEST(NamedPlaceTest, WhatProgramsTakeForAnAddressIsNoName) {
  for (const char* word : {"http://127.1/", "http://0x7f000001/", "http://2130706433:80/",
                           "http://0177.0.0.1/", "http://[0:0:0:0:0:0:0:1]/"})
    EXPECT_TRUE(named_by(word).loopback) << word;
  for (const char* word : {"http://0x7f000001/", "http://localhost:8080/", "http://app.localhost/"})
    EXPECT_EQ(named_by(word).address, "127.0.0.1") << word;
  // Linux leads a connect to no address in particular to loopback.
  for (const char* word : {"http://0.0.0.0:8080/", "http://0/", "http://[::]:80/"})
    EXPECT_TRUE(named_by(word).loopback) << word;
  EXPECT_TRUE(named_by("http://0xa9fea9fe/").metadata_service);
  EXPECT_TRUE(named_by("http://[FD00:EC2:0::254]/").metadata_service);
}

TEST(NamedPlaceTest, ANameStaysAName) {
  for (const char* name : {"example.org", "1e100.net", "0x7f.example.org", "123.abc"}) {
    const Destination to = named_by("https://" + std::string(name) + "/");
    EXPECT_EQ(to.name, name);
    EXPECT_FALSE(to.loopback) << name;
  }
}

}  // namespace
}  // namespace guard::policy

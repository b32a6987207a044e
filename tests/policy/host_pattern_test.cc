// SPDX-License-Identifier: Apache-2.0
#include "policy/host_pattern.h"

#include <gtest/gtest.h>

namespace guard::policy {
namespace {

Destination to(const char* name, const char* address, std::uint16_t port) {
  Destination destination;
  destination.name = name;
  destination.address = address;
  destination.port = port;
  return destination;
}

TEST(HostPatternTest, NamesAddressesAndPorts) {
  const auto host = to("api.Example.org", "192.0.2.7", 443);
  for (const char* pattern : {"api.example.org", "API.example.ORG:443", "*.example.org", "*",
                              "*.org", "192.0.2.7", "192.0.2.7:443"}) {
    EXPECT_TRUE(host_matches(pattern, host)) << pattern;
  }
  for (const char* pattern : {"example.org", "api.example.org:80", "*.api.example.org",
                              "192.0.2.70", "192.0.2.7:44", "xapi.example.org", "*.ample.org"}) {
    EXPECT_FALSE(host_matches(pattern, host)) << pattern;
  }
}

TEST(HostPatternTest, AnUnknownNameMatchesNoName) {
  EXPECT_FALSE(host_matches("example.org", to("", "192.0.2.7", 443)));
  EXPECT_TRUE(host_matches("*", to("", "192.0.2.7", 443)));
  EXPECT_FALSE(host_matches("*", to("", "", 0)));
}

TEST(HostPatternTest, ATrailingDotIsTheSameName) {
  EXPECT_TRUE(host_matches("example.org", to("example.org.", "", 1)));
}

TEST(HostPatternTest, SixthVersionAddresses) {
  const auto host = to("", "2001:db8::1", 443);
  EXPECT_TRUE(host_matches("2001:db8::1", host));
  EXPECT_TRUE(host_matches("[2001:db8::1]:443", host));
  EXPECT_TRUE(host_matches("[2001:db8::1]", host));
  EXPECT_FALSE(host_matches("[2001:db8::1]:80", host));
}

TEST(HostPatternTest, PatternsThatCouldNeverMatchAreNamed) {
  for (const char* pattern : {"", "https://x.org", "x.org/path", "x.org:", "x.org:0", "x.org:65536",
                              "x.*.org", "*x", "x y", "*."}) {
    EXPECT_TRUE(host_pattern_defect(pattern).has_value()) << pattern;
  }
  for (const char* pattern : {"x.org", "*.x.org", "*", "::1", "[::1]:22", "192.0.2.7:443", "a_b"}) {
    EXPECT_FALSE(host_pattern_defect(pattern).has_value()) << pattern;
  }
}

}  // namespace
}  // namespace guard::policy

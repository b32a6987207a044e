// SPDX-License-Identifier: Apache-2.0
#include "policy/network/host_pattern.h"

#include <gtest/gtest.h>

#include "policy/network/internal_address.h"

namespace guard::policy {
namespace {

Destination to(const char* name, const char* address, std::uint16_t port) {
  Destination destination;
  destination.name = name;
  destination.address = address;
  destination.port = port;
  return destination;
}

bool restricts(const char* pattern, const Destination& destination) {
  return host_matches(pattern, destination, HostUse::kRestricts);
}
bool allows(const char* pattern, const Destination& destination) {
  return host_matches(pattern, destination, HostUse::kAllows);
}

TEST(HostPatternTest, NamesAddressesAndPorts) {
  const auto host = to("api.Example.org", "192.0.2.7", 443);
  for (const char* pattern :
       {"api.example.org", "API.example.ORG:443", "*", "192.0.2.7", "192.0.2.7:443"}) {
    EXPECT_TRUE(restricts(pattern, host)) << pattern;
    EXPECT_TRUE(allows(pattern, host)) << pattern;
  }
  for (const char* pattern :
       {"example.org", "api.example.org:80", "192.0.2.70", "192.0.2.7:44", "xapi.example.org"}) {
    EXPECT_FALSE(restricts(pattern, host)) << pattern;
    EXPECT_FALSE(allows(pattern, host)) << pattern;
  }
}

TEST(HostPatternTest, WhatRestrictsTakesLocalhostForEachLoopbackAddress) {
  for (const char* address : {"127.0.0.1", "127.8.0.1", "::1", "0.0.0.0", "::"}) {
    const auto here = to("", address, 8080);
    for (const char* pattern :
         {"localhost", "LOCALHOST.", "localhost:8080", "app.localhost", "app.localhost:8080"}) {
      EXPECT_TRUE(restricts(pattern, here)) << pattern << " " << address;
      EXPECT_FALSE(allows(pattern, here)) << pattern << " " << address;
    }
    for (const char* pattern : {"localhost:80", "notlocalhost", "localhost.example.org"})
      EXPECT_FALSE(restricts(pattern, here)) << pattern << " " << address;
  }
  EXPECT_FALSE(restricts("localhost", to("", "192.0.2.7", 8080)));
}

// Linux connects to loopback there.
TEST(HostPatternTest, WhatRestrictsALoopbackAddressHoldsForTheUnspecifiedOne) {
  for (const char* pattern : {"127.0.0.1", "127.0.0.1:80"}) {
    EXPECT_TRUE(restricts(pattern, to("", "0.0.0.0", 80))) << pattern;
    EXPECT_TRUE(restricts(pattern, to("", "::", 80))) << pattern;
    EXPECT_FALSE(allows(pattern, to("", "0.0.0.0", 80))) << pattern;
  }
  EXPECT_TRUE(restricts("::1", to("", "::", 80)));
  EXPECT_TRUE(restricts("[::1]:80", to("", "::", 80)));
  EXPECT_FALSE(restricts("[::1]:81", to("", "::", 80)));
  EXPECT_FALSE(restricts("::1", to("", "0.0.0.0", 80)));
  for (const char* block : {"127.0.0.0/8", "127.0.0.0/8:80", "::1/128", "0.0.0.0/0"}) {
    const bool v4 = std::string_view(block) != "::1/128";
    EXPECT_EQ(restricts(block, to("", "0.0.0.0", 80)), v4) << block;
    EXPECT_TRUE(restricts(block, to("", "::", 80))) << block;
  }
  EXPECT_FALSE(allows("127.0.0.0/8", to("", "0.0.0.0", 80)));
  EXPECT_FALSE(restricts("10.0.0.0/8", to("", "0.0.0.0", 80)));
  // A listener on "::" is reached by v4 too, one on "0.0.0.0" by v4 alone.
  EXPECT_TRUE(restricts("0.0.0.0:80", to("", "::", 80)));
  EXPECT_FALSE(allows("0.0.0.0:80", to("", "::", 80)));
  EXPECT_FALSE(restricts("::", to("", "0.0.0.0", 80)));
  EXPECT_FALSE(restricts("192.0.2.7", to("", "::", 80)));
}

// A name with a port is looked up, and its addresses sorted, as one without.
TEST(HostPatternTest, WhatAllowsAPortLetsTheAddressesBeSorted) {
  auto probe = to("api.example.org", "192.0.2.7", 0);
  probe.protocol = "udp";
  probe.sends_nothing = true;
  EXPECT_TRUE(allows("api.example.org:443", probe));
  EXPECT_FALSE(restricts("api.example.org:443", probe));
  EXPECT_FALSE(allows("other.example.org:443", probe));
  probe.port = 65535;
  EXPECT_TRUE(allows("api.example.org:443", probe));
  probe.port = 53;
  EXPECT_FALSE(allows("api.example.org:443", probe));
  probe.port = 65535;
  probe.protocol = "tcp";
  EXPECT_FALSE(allows("api.example.org:443", probe));
}

TEST(HostPatternTest, EveryHostAndTheEndsOfNamesAreTooWide) {
  for (const char* wide : {"*", "*:443", "com", "CO.uk", "github.io:443", "com."})
    EXPECT_TRUE(host_pattern_too_wide(wide)) << wide;
  for (const char* one : {"example.com", "gpu-box", "me.github.io", "192.0.2.7:443", "[::1]:80"})
    EXPECT_FALSE(host_pattern_too_wide(one)) << one;
}

TEST(HostPatternTest, AnUnknownNameMatchesNoName) {
  EXPECT_FALSE(restricts("example.org", to("", "192.0.2.7", 443)));
  EXPECT_TRUE(restricts("*", to("", "192.0.2.7", 443)));
  EXPECT_FALSE(restricts("*", to("", "", 0)));
}

TEST(HostPatternTest, ATrailingDotIsTheSameName) {
  EXPECT_TRUE(restricts("example.org", to("example.org.", "192.0.2.7", 1)));
}

TEST(HostPatternTest, EveryNameOfAnAddressCounts) {
  auto host = to("a.example.org", "192.0.2.7", 443);
  host.names = {"a.example.org", "b.example.org"};
  EXPECT_TRUE(allows("b.example.org:443", host));
  EXPECT_TRUE(restricts("B.example.org", host));
}

TEST(HostPatternTest, WhatRestrictsHoldsInDoubt) {
  auto host = to("", "192.0.2.7", 443);
  host.former_names = {"old.example.org"};
  host.unresolved_names = {"lost.example.org"};
  EXPECT_TRUE(restricts("old.example.org", host));
  EXPECT_TRUE(restricts("lost.example.org", host));
  EXPECT_FALSE(restricts("lost.example.org:80", host));
  EXPECT_FALSE(allows("old.example.org", host));
  EXPECT_FALSE(allows("lost.example.org", host));
}

TEST(HostPatternTest, NoNameAllowsAnInternalAddress) {
  for (const char* address : {"169.254.169.254", "10.0.0.5", "192.168.1.1", "fd00::1"}) {
    auto host = to("api.example.org", address, 80);
    host.names = {"api.example.org"};
    EXPECT_FALSE(allows("api.example.org", host)) << address;
    EXPECT_TRUE(restricts("api.example.org", host)) << address;
    EXPECT_TRUE(allows(address, host)) << address;
  }
}

TEST(HostPatternTest, AddressesCompareByValue) {
  const auto host = to("", "2001:db8::1", 443);
  for (const char* pattern : {"2001:db8::1", "[2001:db8::1]:443", "[2001:db8::1]",
                              "2001:0DB8:0:0::1", "2001:0DB8:0000:0000:0000:0000:0000:0001"})
    EXPECT_TRUE(restricts(pattern, host)) << pattern;
  EXPECT_FALSE(restricts("[2001:db8::1]:80", host));
  EXPECT_TRUE(restricts("::ffff:192.0.2.7", to("", "192.0.2.7", 1)));
}

TEST(HostPatternTest, PatternsThatCouldNeverBeHeldToAreNamed) {
  for (const char* pattern : {"", "https://x.org", "x.org/path", "x.org:", "x.org:0", "x.org:65536",
                              "x.*.org", "*x", "x y", "*.", "1.2.3", "256.0.0.1", "2001::db8::1",
                              "[::1", "exam..ple", ".x.org", "-x.org", "x-.org", "*..org"}) {
    EXPECT_TRUE(host_pattern_defect(pattern).has_value()) << pattern;
  }
  for (const char* pattern : {"x.org", "*", "*:443", "::1", "[::1]:22", "192.0.2.7:443", "a_b",
                              "x.org.", "a-b.x--y.org"}) {
    EXPECT_FALSE(host_pattern_defect(pattern).has_value()) << pattern;
  }
}

TEST(HostPatternTest, ANumberThatProgramsTakeForAnAddressIsNoName) {
  for (const char* pattern :
       {"0x7f000001", "0x7F.0.0.1", "127.1", "2130706433", "0177.0.0.1", "0x7f000001:80"}) {
    EXPECT_EQ(host_pattern_defect(pattern), "not an address: did you mean \"127.0.0.1\"?")
        << pattern;
    EXPECT_EQ(name_to_look_up(pattern), "") << pattern;
  }
  for (const char* name : {"0x7f.example.org", "123.abc", "1e100.net", "face.de", "a1"})
    EXPECT_FALSE(host_pattern_defect(name).has_value()) << name;
}

TEST(HostPatternTest, NamesAreLookedUpAndNothingElse) {
  EXPECT_EQ(name_to_look_up("x.org:443"), "x.org");
  for (const char* pattern :
       {"*", "*:443", "192.0.2.7:443", "[2001:db8::1]:22", "::1", "*.x.org", "10.0.0.0/8"})
    EXPECT_EQ(name_to_look_up(pattern), "") << pattern;
}

Destination stand_in(const char* name) {
  Destination host = to(name, "198.18.0.7", 443);
  host.name_source = NameSource::kFake;
  host.names = {name};
  host.stand_in = true;
  return host;
}

TEST(HostPatternTest, APatternOfManyNamesHoldsBelowItsEndAlone) {
  for (const HostUse use : {HostUse::kRestricts, HostUse::kAllows}) {
    EXPECT_TRUE(host_matches("*.example.org", stand_in("api.example.org"), use));
    EXPECT_TRUE(host_matches("*.Example.org:443", stand_in("a.b.example.org"), use));
    EXPECT_FALSE(host_matches("*.example.org:80", stand_in("api.example.org"), use));
    EXPECT_FALSE(host_matches("*.example.org", stand_in("example.org"), use));
    EXPECT_FALSE(host_matches("*.example.org", stand_in("badexample.org"), use));
    EXPECT_FALSE(host_matches("*.example.org", stand_in("api.example.org.evil.net"), use));
  }
}

TEST(HostPatternTest, ABlockHoldsForItsAddresses) {
  const auto holds = [](const char* block, const char* address) {
    return host_matches(block, to("", address, 443), HostUse::kRestricts);
  };
  EXPECT_TRUE(holds("10.0.0.0/8", "10.255.0.1"));
  EXPECT_FALSE(holds("10.0.0.0/8", "11.0.0.1"));
  EXPECT_TRUE(holds("192.0.2.128/25:443", "192.0.2.200"));
  EXPECT_FALSE(holds("192.0.2.128/25", "192.0.2.1"));
  EXPECT_TRUE(holds("0.0.0.0/0", "203.0.113.1"));
  EXPECT_FALSE(holds("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(holds("2001:db8::/32", "2001:db8:7::1"));
  EXPECT_TRUE(holds("[2001:db8::/32]:443", "2001:db8::1"));
  EXPECT_FALSE(holds("2001:db8::/32", "2001:db9::1"));
  EXPECT_TRUE(holds("192.0.2.7/32", "192.0.2.7"));
  EXPECT_TRUE(holds("::ffff:10.0.0.0/104", "10.255.0.1"));
  EXPECT_FALSE(holds("::ffff:10.0.0.0/104", "11.0.0.1"));
}

TEST(HostPatternTest, AStandInHasAnAddressOfNoRule) {
  const Destination host = stand_in("api.example.org");
  for (const HostUse use : {HostUse::kRestricts, HostUse::kAllows}) {
    EXPECT_FALSE(host_matches("198.18.0.7", host, use));
    EXPECT_FALSE(host_matches("198.18.0.0/15", host, use));
    EXPECT_TRUE(host_matches("api.example.org", host, use));
    EXPECT_TRUE(host_matches("*", host, use));
  }
}

TEST(HostPatternTest, WhatIsNoBlockIsNamed) {
  for (const char* good : {"10.0.0.0/8", "2001:db8::/32", "[2001:db8::/32]:443", "10.0.0.0/8:443",
                           "::ffff:10.0.0.0/104", "*.example.org", "*.example.org:443"})
    EXPECT_EQ(host_pattern_defect(good), std::nullopt) << good;
  for (const char* bad :
       {"10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0.0.0/-1", "example.org/24",
        "::ffff:10.0.0.0/95", "::ffff:10.0.0.0/129", "0x0a000000/8", "2001:db8::1/32",
        "a*.example.org", "*.*.example.org", "*.", "*.10.0.0.1"})
    EXPECT_TRUE(host_pattern_defect(bad)) << bad;
  EXPECT_TRUE(host_pattern_too_wide("*.com"));
  EXPECT_FALSE(host_pattern_too_wide("*.example.com"));
}

TEST(InternalAddressTest, NeighbourhoodsAreInternal) {
  for (const char* address : {"10.1.2.3",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.168.0.1",
                              "127.0.0.1",
                              "0.0.0.0",
                              "169.254.169.254",
                              "100.64.0.1",
                              "100.100.100.200",
                              "198.18.0.1",
                              "2001:2::1",
                              "224.0.0.1",
                              "255.255.255.255",
                              "::1",
                              "::",
                              "fe80::1",
                              "fd00:ec2::254",
                              "ff02::1",
                              "::ffff:10.0.0.1",
                              "64:ff9b::a00:1",
                              "2002:a00:1::",
                              "::10.0.0.1"})
    EXPECT_TRUE(is_internal_address(address)) << address;
  for (const char* address : {"192.0.2.7", "172.32.0.1", "100.128.0.1", "8.8.8.8", "168.63.129.17",
                              "2001:db8::1", "64:ff9b::808:808", "2002:808:808::", "", "x.org"})
    EXPECT_FALSE(is_internal_address(address)) << address;
}

TEST(HostPatternTest, OnlyWhatEveryProgramReadsAsThisMachineIsHere) {
  for (const char* here :
       {"localhost", "localhost:8080", "localhost/x?q=a@b", "app.localhost:3000/x",
        "http://localhost", "https://127.0.0.1:8443/x#y", "127.255.0.1", "http://[::1]:80/x",
        "[::1]", "ws://localhost:1", "http://[0:0:0:0:0:0:0:1]:80/", "[::ffff:127.0.0.1]"})
    EXPECT_TRUE(is_loopback_place(here)) << here;
  for (const char* elsewhere : {"",
                                "example.org",
                                "localhost.example.org",
                                "127.0.0.1.example.org",
                                "127.1",
                                "0177.0.0.1",
                                "2130706433",
                                "http://u@localhost",
                                "http://localhost:80@example.org",
                                "localhost:",
                                "localhost:8a",
                                "localhost:123456",
                                "gopher://localhost",
                                "http://[::2]",
                                "[::1]x",
                                "[::1",
                                "::1",
                                "http://local%68ost",
                                "http://localhost\\@example.org",
                                "0.0.0.0",
                                "{localhost,example.org}",
                                "LOCALHOST"})
    EXPECT_FALSE(is_loopback_place(elsewhere)) << elsewhere;
}

}  // namespace
}  // namespace guard::policy

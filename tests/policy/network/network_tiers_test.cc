// SPDX-License-Identifier: Apache-2.0
// Connections to names that guard gave an address to.
#include "policy/network/network_tiers.h"

#include <gtest/gtest.h>

namespace guard::policy {
namespace {

Destination stand_in(const char* protocol, bool sends_nothing = false) {
  Destination host;
  host.name = "api.example.org";
  host.names = {host.name};
  host.name_source = NameSource::kFake;
  host.stand_in = true;
  host.sends_nothing = sends_nothing;
  host.address = "198.18.0.7";
  host.port = 443;
  host.protocol = protocol;
  return host;
}

TEST(StandInTest, IsJudgedByItsName) {
  EXPECT_EQ(judge_connect(stand_in("tcp"), {"api.example.org"}).rule, "network.allowed");
  EXPECT_EQ(judge_connect(stand_in("tcp"), {"*.example.org"}).rule, "network.allowed");
  EXPECT_EQ(judge_connect(stand_in("tcp"), {"198.18.0.7"}).rule, "network.other");
  EXPECT_EQ(judge_connect(stand_in("tcp"), {"api.example.org:80"}).rule, "network.other");
}

TEST(StandInTest, IsShownAndRememberedWithoutItsAddress) {
  const Finding finding = judge_connect(stand_in("tcp"), {});
  EXPECT_EQ(finding.tier, 2);
  EXPECT_EQ(finding.reason, "talks to api.example.org");
  EXPECT_EQ(network_pattern(stand_in("tcp")), "api.example.org:443/tcp");
  Action action;
  action.destination = stand_in("tcp");
  EXPECT_EQ(network_details(action).front(), "api.example.org");
}

TEST(StandInTest, APortThatSortsAddressesOpensNoOther) {
  Destination host = stand_in("udp", true);
  host.port = 65535;
  EXPECT_EQ(judge_connect(host, {"api.example.org:443"}).rule, "network.other");
  host.stand_in = false;
  host.address = "203.0.113.7";
  EXPECT_EQ(judge_connect(host, {"api.example.org:443"}).rule, "network.allowed");
  host.sends_nothing = false;
  EXPECT_EQ(judge_connect(host, {"api.example.org:443"}).rule, "network.other");
}

TEST(StandInTest, WhatANameLeadsToIsAnAddressAgain) {
  Destination host = stand_in("tcp");
  host.stand_in = false;
  host.address = "10.0.0.1";
  EXPECT_EQ(judge_connect(host, {"api.example.org"}).rule, "network.other");
  EXPECT_EQ(judge_connect(host, {"api.example.org", "10.0.0.0/8"}).rule, "network.allowed");
  EXPECT_EQ(network_pattern(host), "10.0.0.1:443/tcp");
  host.address = "203.0.113.7";
  EXPECT_EQ(judge_connect(host, {"api.example.org"}).rule, "network.allowed");
}

}  // namespace
}  // namespace guard::policy

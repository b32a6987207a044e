// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/grant_pattern.h"

#include <gtest/gtest.h>

#include "supervisor/approval/grants.h"

namespace guard::supervisor {
namespace {

using Argv = std::vector<std::string>;

TEST(GrantPatternTest, CommandWordByWord) {
  EXPECT_TRUE(covers_command("git push origin *", {"git", "push", "origin", "main"}));
  EXPECT_TRUE(covers_command("git push origin *", {"/usr/bin/git", "push", "origin", "a", "b"}));
  EXPECT_TRUE(covers_command("git push", {"git", "push"}));
  EXPECT_TRUE(covers_command("git push *", {"git", "push"}));
  EXPECT_FALSE(covers_command("git push", {"git", "push", "--force"}));
  EXPECT_FALSE(covers_command("git push origin *", {"git", "push"}));
  EXPECT_FALSE(covers_command("git push origin *", {"git", "pushx", "origin"}));
  EXPECT_FALSE(covers_command("git", {}));
}

TEST(GrantPatternTest, StarOnlyAsTheLastWord) {
  EXPECT_FALSE(covers_command("git * origin", {"git", "push", "origin"}));
  EXPECT_FALSE(covers_command("*", {"rm", "-rf", "x"}));
  EXPECT_FALSE(covers_command("* *", {"rm", "-rf"}));
  EXPECT_FALSE(covers_command("", {"rm"}));
  EXPECT_FALSE(covers_command("git push orig*", {"git", "push", "origin"}));
}

TEST(GrantPatternTest, QuotedWords) {
  EXPECT_TRUE(covers_command("git commit -m 'a b'", {"git", "commit", "-m", "a b"}));
  EXPECT_FALSE(covers_command("git commit -m 'a b'", {"git", "commit", "-m", "a", "b"}));
  EXPECT_TRUE(covers_command("echo 'it'\\''s'", {"echo", "it's"}));
  EXPECT_TRUE(covers_command("rm '*'", {"rm", "*"}));
  EXPECT_FALSE(covers_command("rm '*'", {"rm", "a"}));
  EXPECT_FALSE(covers_command("rm 'a", {"rm", "a"}));
}

TEST(GrantPatternTest, PathAtOrBelow) {
  for (const char* pattern : {"/home/a/p", "/home/a/p/", "/home/a/p/*", "/home/a/p/**"}) {
    EXPECT_TRUE(covers_path(pattern, "/home/a/p")) << pattern;
    EXPECT_TRUE(covers_path(pattern, "/home/a/p/x/y")) << pattern;
    EXPECT_FALSE(covers_path(pattern, "/home/a/pq")) << pattern;
    EXPECT_FALSE(covers_path(pattern, "/home/a")) << pattern;
  }
}

TEST(GrantPatternTest, RootAndRelativePatternsCoverNoPath) {
  for (const char* pattern : {"/", "/*", "/**", "//", "", "p", "./p", "~"})
    EXPECT_FALSE(covers_path(pattern, "/p/x")) << pattern;
}

TEST(GrantPatternTest, RenameNeedsBothEnds) {
  policy::Action action;
  action.act = policy::Act::kRename;
  action.objects.resize(2);
  action.objects[0].path = "/w/a/x";
  action.objects[1].path = "/w/b/x";
  EXPECT_FALSE(covers_action("/w/a", action));
  EXPECT_TRUE(covers_action("/w", action));
  action.objects.clear();
  EXPECT_FALSE(covers_action("/w", action));
}

TEST(GrantPatternTest, HostByAddressOrProvenName) {
  policy::Destination destination;
  destination.address = "192.0.2.7";
  destination.port = 443;
  destination.name = "api.example.org";
  destination.name_source = policy::NameSource::kCommandLine;
  EXPECT_TRUE(covers_host("192.0.2.7", destination));
  EXPECT_TRUE(covers_host("192.0.2.7:443", destination));
  EXPECT_FALSE(covers_host("192.0.2.7:80", destination));
  EXPECT_FALSE(covers_host("api.example.org", destination));  // only the program says so
  destination.name_source = policy::NameSource::kDns;
  EXPECT_TRUE(covers_host("api.example.org:443", destination));
  EXPECT_FALSE(covers_host("", destination));
  destination.address = "2001:db8::1";
  EXPECT_TRUE(covers_host("[2001:db8::1]:443", destination));
}

TEST(GrantPatternTest, APortAndAProtocolAreMeantWhereTheyAreSaid) {
  policy::Destination destination;
  destination.address = "192.0.2.7";
  destination.port = 443;
  destination.protocol = "tcp";
  for (const char* pattern : {"192.0.2.7:443/tcp", "192.0.2.7:443", "192.0.2.7", "192.0.2.7/tcp"})
    EXPECT_TRUE(covers_host(pattern, destination)) << pattern;
  for (const char* pattern : {"192.0.2.7:443/udp", "192.0.2.7:80/tcp", "192.0.2.7:443/", "/tcp"})
    EXPECT_FALSE(covers_host(pattern, destination)) << pattern;
  destination.address = "2001:db8::1";
  EXPECT_TRUE(covers_host("[2001:db8::1]:443/tcp", destination));
  EXPECT_FALSE(covers_host("[2001:db8::1]:443/udp", destination));
}

TEST(GrantPatternTest, ADomainCoversWhatLiesBelowIt) {
  policy::Destination destination;
  destination.address = "198.18.0.1";
  destination.stand_in = true;
  destination.port = 443;
  destination.protocol = "tcp";
  destination.name_source = policy::NameSource::kFake;
  for (const char* name : {"api.example.org", "a.b.example.org"}) {
    destination.name = name;
    EXPECT_TRUE(covers_host("*.example.org:443/tcp", destination)) << name;
    EXPECT_TRUE(covers_host("*.example.org", destination)) << name;
    EXPECT_FALSE(covers_host("*.example.org:80/tcp", destination)) << name;
    EXPECT_FALSE(covers_host("*.example.org:443/udp", destination)) << name;
  }
  for (const char* name : {"example.org", "badexample.org", "api.example.org.evil.net", ""}) {
    destination.name = name;
    EXPECT_FALSE(covers_host("*.example.org:443/tcp", destination)) << name;
  }
  destination.name = "api.example.org";
  for (const char* pattern : {"*", "*.", "*.:443", "*:443/tcp"})
    EXPECT_FALSE(covers_host(pattern, destination)) << pattern;
  destination.name_source = policy::NameSource::kCommandLine;
  EXPECT_FALSE(covers_host("*.example.org", destination));
}

TEST(GrantPatternTest, ANameIsNotProofForAnInternalAddress) {
  policy::Destination destination;
  destination.address = "10.0.0.5";
  destination.name = "api.example.org";
  destination.name_source = policy::NameSource::kDns;
  EXPECT_FALSE(covers_host("api.example.org", destination));
  EXPECT_TRUE(covers_host("10.0.0.5", destination));
}

policy::Action listening_on(const char* address, const char* protocol) {
  policy::Action action;
  action.act = policy::Act::kListen;
  action.destination.address = address;
  action.destination.port = 8080;
  action.destination.protocol = protocol;
  return action;
}

TEST(GrantPatternTest, WhatMayBeConnectedToMayNotBeListenedOn) {
  policy::Action action = listening_on("192.0.2.7", "tcp");
  EXPECT_FALSE(covers_action("192.0.2.7", action));
  EXPECT_TRUE(covers_action("listen 192.0.2.7 8080/tcp", action));
  action.act = policy::Act::kConnect;
  EXPECT_FALSE(covers_action("listen 192.0.2.7 8080/tcp", action));
}

TEST(GrantPatternTest, ListeningIsCoveredByOneProtocol) {
  policy::Action action = listening_on("0.0.0.0", "udp");
  EXPECT_TRUE(covers_action("listen 0.0.0.0 8080/udp", action));
  EXPECT_FALSE(covers_action("listen 0.0.0.0 8080/tcp", action));
  EXPECT_FALSE(covers_action("listen 0.0.0.0 8080", action));
  policy::Action other = action;
  other.destination.protocol = "tcp";
  EXPECT_NE(act_identity(action), act_identity(other));
}

TEST(GrantPatternTest, ALocalSocketIsCoveredAlone) {
  policy::Action action;
  action.act = policy::Act::kConnect;
  action.objects.resize(1);
  action.objects[0].path = "/run/docker.sock";
  EXPECT_TRUE(covers_action("/run/docker.sock", action));
  EXPECT_FALSE(covers_action("/run", action));
  EXPECT_FALSE(covers_action("192.0.2.7", action));
}

TEST(GrantPatternTest, SystemActsAreNeverCovered) {
  policy::Action action;
  action.act = policy::Act::kSystem;
  EXPECT_FALSE(covers_action("/", action));
  EXPECT_FALSE(covers_action("mount *", action));
}

TEST(GrantPatternTest, ImageOfAVersionedName) {
  policy::Action action;
  action.exe = "/usr/bin/python3.11";
  action.argv = {"python3", "deploy.py"};
  EXPECT_TRUE(covers_action("python3 deploy.py", action));
  action.exe = "/usr/bin/python3-evil";
  EXPECT_FALSE(covers_action("python3 deploy.py", action));
}

TEST(GrantPatternTest, ProgramByItsPath) {
  policy::Action action;
  action.exe = "/w/deploy.sh";
  action.image_origin = policy::ImageOrigin::kWorkspace;
  action.argv = {"/w/deploy.sh", "prod"};
  EXPECT_TRUE(covers_action("/w/deploy.sh prod", action));
  action.argv = {"./deploy.sh", "prod"};
  EXPECT_FALSE(covers_action("./deploy.sh prod", action));  // another folder's, perhaps
}

}  // namespace
}  // namespace guard::supervisor

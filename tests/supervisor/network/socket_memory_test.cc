// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/socket_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "supervisor/network/local_sockets.h"

namespace guard::supervisor {
namespace {

using interceptor::SocketFamily;

const std::vector<char> kHere = {1, 2, 3};
const std::vector<char> kThere = {1, 2, 4};

TEST(SocketMemoryTest, KnowsWhatTheTreeBound) {
  SocketMemory memory;
  EXPECT_FALSE(memory.is_of_tree(7));
  memory.bound_by_tree(7);
  EXPECT_TRUE(memory.is_of_tree(7));
  EXPECT_FALSE(memory.is_of_tree(8));
  memory.bound_by_tree(0);  // a kernel without cookies
  EXPECT_FALSE(memory.is_of_tree(0));
}

TEST(SocketMemoryTest, ForgetsTheOldestFirst) {
  SocketMemory memory(2);
  for (const SocketCookie socket : std::initializer_list<SocketCookie>{1, 2, 2, 3})
    memory.may_listen(socket);
  EXPECT_FALSE(memory.listening_is_judged(1));
  EXPECT_TRUE(memory.listening_is_judged(2));
  EXPECT_TRUE(memory.listening_is_judged(3));
  SocketMemory usual;
  constexpr SocketCookie kMost = limit("sockets.remembered");
  const auto program = std::make_shared<Program>();
  const auto first_is_known_after = [&](SocketCookie sockets) {
    usual.bound_by_tree(sockets);
    usual.sent(sockets, kHere, {program, "", ""});
    return usual.is_of_tree(1) && usual.sent_before(1, kHere, program);
  };
  for (SocketCookie socket = 1; socket <= kMost; ++socket)
    ASSERT_TRUE(first_is_known_after(socket)) << socket;
  EXPECT_FALSE(first_is_known_after(kMost + 1));
  EXPECT_TRUE(usual.is_of_tree(2));
}

TEST(SocketMemoryTest, ADestinationIsRememberedForOneProgramOnOneSocket) {
  SocketMemory memory;
  const auto program = std::make_shared<Program>();
  const auto other = std::make_shared<Program>();
  memory.sent(7, kHere, {program, "network.other", "q1"});
  ASSERT_TRUE(memory.sent_before(7, kHere, program));
  EXPECT_EQ(memory.sent_before(7, kHere, program)->approval_id, "q1");
  EXPECT_FALSE(memory.sent_before(7, kThere, program));
  EXPECT_FALSE(memory.sent_before(8, kHere, program));
  EXPECT_FALSE(memory.sent_before(7, kHere, other));
  memory.sent(0, kHere, {program, "", ""});
  EXPECT_FALSE(memory.sent_before(0, kHere, program));
}

TEST(SocketMemoryTest, APlaceIsASocketNotItsName) {
  interceptor::HeldCall held;
  held.address.bytes = kHere;
  const auto address = place_of_send(held);
  EXPECT_FALSE(address.empty());
  held.address.abstract = true;
  EXPECT_TRUE(place_of_send(held).empty());  // whose it is, is not known
  held.abstract_owner = 7;
  const auto first_owner = place_of_send(held);
  held.abstract_owner = 8;
  EXPECT_NE(place_of_send(held), first_owner);
  held = {};
  held.address.bytes = kHere;
  held.first.object.reset(::open("/dev/null", O_PATH | O_CLOEXEC));
  held.first.status.st_ino = 1;
  const auto path = place_of_send(held);
  held.first.status.st_ino = 2;
  EXPECT_NE(place_of_send(held), path);
}

int tier_of(const LocalSocket& socket) {
  return assess_local_socket(socket).tier;
}

TEST(LocalSocketsTest, OnlyWhatTheTreeBoundIsItsOwn) {
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/w/x.sock", "", true}), 0);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/w/x.sock", "", false}), 2);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "", "@x", true}), 0);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "", "@x", false}), 2);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "", "", false}), 0);  // to disconnect
}

TEST(LocalSocketsTest, KnownServersHaveTheirTiers) {
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/run/docker.sock", "", false}), 3);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/run/docker.sock", "", true}),
            0);  // an engine of the tree's
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/run/dbus/system_bus_socket", "", false}), 3);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/run/systemd/private", "", false}), 3);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/run/systemd/journal/socket", "", false}), 0);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/run/nscd/socket", "", false}), 0);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "/tmp/tmux-1000/default", "", false}), 2);
  EXPECT_EQ(tier_of({SocketFamily::kUnix, "", "@/run/nscd/socket", false}), 2);  // not that path
}

TEST(LocalSocketsTest, UnknownFamiliesAskTwice) {
  EXPECT_EQ(tier_of({SocketFamily::kUnread, "", "", false}), 3);
  EXPECT_EQ(tier_of({SocketFamily::kNetlink, "", "", false}), 0);
  EXPECT_EQ(tier_of({SocketFamily::kInternet, "", "", false}), 0);  // to disconnect
}

}  // namespace
}  // namespace guard::supervisor

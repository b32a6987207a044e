// SPDX-License-Identifier: Apache-2.0
// Sockets on every address that only this machine reaches: which can be, and that it lasts.
#include "interceptor/sockets/loopback_only.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <string>

#include "base/files/unique_fd.h"

namespace guard::interceptor {
namespace {

UniqueFd socket_of(int domain, int type) {
  return UniqueFd(::socket(domain, type | SOCK_CLOEXEC, 0));
}

policy::Destination every_address(std::uint16_t port = 3000) {
  policy::Destination destination;
  destination.address = "0.0.0.0";
  destination.port = port;
  return destination;
}

bool can_be(const UniqueFd& socket, const policy::Destination& address = every_address()) {
  return can_be_loopback_only(socket.get(), *kind_of(socket.get()), address);
}

Result<void> make(const UniqueFd& socket) {
  return make_loopback_only(socket.get(), *kind_of(socket.get()));
}

// Every packet passes.
int attach_own_filter(const UniqueFd& socket) {
  sock_filter pass{BPF_RET | BPF_K, 0, 0, 0xffffffff};
  const sock_fprog program{1, &pass};
  return ::setsockopt(socket.get(), SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
}

TEST(LoopbackOnlyTest, ServersOnEveryAddressCanBe) {
  for (const int domain : {AF_INET, AF_INET6}) {
    EXPECT_TRUE(can_be(socket_of(domain, SOCK_STREAM)));
    EXPECT_TRUE(can_be(socket_of(domain, SOCK_DGRAM)));
  }
  policy::Destination v6 = every_address();
  v6.address = "::";
  EXPECT_TRUE(can_be(socket_of(AF_INET6, SOCK_STREAM), v6));
}

TEST(LoopbackOnlyTest, OneAddressIsLeftAlone) {
  for (const char* text : {"192.0.2.1", "224.0.0.251", "127.0.0.1", "2001:db8::1", ""}) {
    policy::Destination one = every_address();
    one.address = text;
    EXPECT_FALSE(can_be(socket_of(AF_INET, SOCK_STREAM), one)) << text;
  }
}

TEST(LoopbackOnlyTest, SocketsThatItWouldBreakAreLeftAlone) {
  const int on = 1;
  const UniqueFd loud = socket_of(AF_INET, SOCK_DGRAM);
  ASSERT_EQ(::setsockopt(loud.get(), SOL_SOCKET, SO_BROADCAST, &on, sizeof(on)), 0);
  EXPECT_FALSE(can_be(loud));
  EXPECT_FALSE(can_be(socket_of(AF_INET, SOCK_DGRAM), every_address(5353)));
  EXPECT_TRUE(can_be(socket_of(AF_INET, SOCK_STREAM), every_address(5353)));
  const UniqueFd filtered = socket_of(AF_INET, SOCK_DGRAM);
  ASSERT_EQ(attach_own_filter(filtered), 0);
  EXPECT_FALSE(can_be(filtered));
  EXPECT_FALSE(can_be(socket_of(AF_UNIX, SOCK_STREAM)));
}

bool keeps_the_filter(const UniqueFd& socket) {
  const int off = 0;
  socklen_t steps = 0;
  (void)::setsockopt(socket.get(), SOL_SOCKET, SO_LOCK_FILTER, &off, sizeof(off));
  (void)::setsockopt(socket.get(), SOL_SOCKET, SO_DETACH_FILTER, &off, sizeof(off));
  (void)attach_own_filter(socket);
  return ::getsockopt(socket.get(), SOL_SOCKET, SO_GET_FILTER, nullptr, &steps) == 0 && steps > 1;
}

bool keeps_the_interface(const UniqueFd& socket) {
  char name[16] = "";
  socklen_t length = sizeof(name);
  (void)::setsockopt(socket.get(), SOL_SOCKET, SO_BINDTODEVICE, "", 1);
  return ::getsockopt(socket.get(), SOL_SOCKET, SO_BINDTODEVICE, name, &length) == 0 &&
         std::string(name) == "lo";
}

// Root cannot take off the filter; an ordinary user, who may have none on TCP, not the interface.
TEST(LoopbackOnlyTest, NobodyTakesItBack) {
  for (const int type : {SOCK_STREAM, SOCK_DGRAM}) {
    const UniqueFd socket = socket_of(AF_INET6, type);
    ASSERT_TRUE(make(socket));
    EXPECT_TRUE(keeps_the_filter(socket) || keeps_the_interface(socket)) << type;
  }
}

TEST(LoopbackOnlyTest, MayBeRepeated) {
  const UniqueFd socket = socket_of(AF_INET, SOCK_DGRAM);
  ASSERT_TRUE(make(socket));
  EXPECT_TRUE(can_be(socket));
  EXPECT_TRUE(make(socket));
}

// As when a thread puts its own in between.
TEST(LoopbackOnlyTest, AnotherFilterThatIsLockedFails) {
  const UniqueFd socket = socket_of(AF_INET, SOCK_DGRAM);
  const int on = 1;
  ASSERT_EQ(attach_own_filter(socket), 0);
  ASSERT_EQ(::setsockopt(socket.get(), SOL_SOCKET, SO_LOCK_FILTER, &on, sizeof(on)), 0);
  EXPECT_FALSE(make(socket));
}

}  // namespace
}  // namespace guard::interceptor

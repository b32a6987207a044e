// SPDX-License-Identifier: Apache-2.0
// Kinds of sockets, told by the kernel, and who owns an abstract name.
#include "interceptor/sockets/socket_kind.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <thread>

#include "base/limits.h"
#include "interceptor/sockets/network_setup.h"
#include "interceptor/sockets/unix_names.h"

namespace guard::interceptor {
namespace {

UniqueFd socket_of(int domain, int type, int protocol = 0) {
  return UniqueFd(::socket(domain, type | SOCK_CLOEXEC, protocol));
}

bool ignores(int domain, int type, unsigned flags = 0) {
  const UniqueFd fd = socket_of(domain, type);
  const auto kind = kind_of(fd.get());
  EXPECT_TRUE(kind) << domain << ' ' << type;
  return kind && address_is_ignored(*kind, flags);
}

TEST(SocketKindTest, StreamsIgnoreAddressesUnlessTheyOpenFast) {
  EXPECT_TRUE(ignores(AF_INET, SOCK_STREAM));
  EXPECT_TRUE(ignores(AF_INET6, SOCK_STREAM));
  EXPECT_FALSE(ignores(AF_INET, SOCK_STREAM, MSG_FASTOPEN));
  EXPECT_FALSE(ignores(AF_INET6, SOCK_STREAM, MSG_FASTOPEN | MSG_DONTWAIT));
  EXPECT_TRUE(ignores(AF_UNIX, SOCK_STREAM));
  EXPECT_TRUE(ignores(AF_UNIX, SOCK_SEQPACKET));
}

TEST(SocketKindTest, DatagramsGoWhereTheirAddressSays) {
  EXPECT_FALSE(ignores(AF_INET, SOCK_DGRAM));
  EXPECT_FALSE(ignores(AF_INET6, SOCK_DGRAM));
  EXPECT_FALSE(ignores(AF_UNIX, SOCK_DGRAM));
  EXPECT_FALSE(ignores(AF_UNIX, SOCK_RAW));  // is a datagram socket
}

TEST(SocketKindTest, AnUnknownStreamIsNoTcp) {
  EXPECT_FALSE(address_is_ignored({AF_INET, SOCK_STREAM, 132}, 0));
  EXPECT_FALSE(address_is_ignored({40, SOCK_STREAM, 0}, 0));
}

TEST(SocketKindTest, EveryDomainHasAFamily) {
  struct Row {
    int domain;
    SocketFamily family;
  };
  for (const Row row :
       {Row{AF_UNIX, SocketFamily::kUnix}, Row{AF_INET, SocketFamily::kInternet},
        Row{AF_INET6, SocketFamily::kInternet}, Row{AF_NETLINK, SocketFamily::kNetlink},
        Row{AF_PACKET, SocketFamily::kPacket}, Row{AF_ALG, SocketFamily::kCrypto},
        Row{AF_UNSPEC, SocketFamily::kUnread}, Row{40, SocketFamily::kUnread}})
    EXPECT_EQ(family_of({row.domain, SOCK_STREAM, 0}), row.family) << row.domain;
}

TEST(SocketKindTest, OnlyOneTypeIsADatagramSocket) {
  EXPECT_TRUE(is_datagram({AF_UNIX, SOCK_DGRAM, 0}));
  for (const int type : {SOCK_STREAM, SOCK_SEQPACKET, SOCK_RAW})
    EXPECT_FALSE(is_datagram({AF_INET, type, 0})) << type;
}

// A datagram socket is connected to a port although nobody is there.
TEST(SocketKindTest, TheKernelTellsThePortOfThePeer) {
  constexpr std::uint16_t kPort = 5353;
  const UniqueFd old = socket_of(AF_INET, SOCK_DGRAM);
  EXPECT_EQ(peer_port(old.get()), 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(kPort);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::connect(old.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(peer_port(old.get()), kPort);
  std::array<int, 2> pair{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()), 0);
  const UniqueFd one(pair[0]);
  const UniqueFd two(pair[1]);
  EXPECT_EQ(peer_port(one.get()), 0);
}

TEST(SocketKindTest, AFileIsNoSocket) {
  const UniqueFd file(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(kind_of(file.get()).error().sys_errno, ENOTSOCK);
}

TEST(SocketKindTest, EverySocketHasItsOwnCookie) {
  const UniqueFd one = socket_of(AF_UNIX, SOCK_DGRAM);
  const UniqueFd two = socket_of(AF_INET, SOCK_STREAM);
  EXPECT_NE(cookie_of(one.get()), 0U);
  EXPECT_NE(cookie_of(one.get()), cookie_of(two.get()));
  const UniqueFd same(::dup(one.get()));
  EXPECT_EQ(cookie_of(one.get()), cookie_of(same.get()));
  EXPECT_TRUE(in_own_network(one.get()));
}

std::vector<char> abstract(const std::string& name) {
  const sa_family_t family = AF_UNIX;
  std::vector<char> bytes(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  std::memcpy(bytes.data(), &family, sizeof(family));
  std::copy(name.begin(), name.end(), bytes.begin() + offsetof(sockaddr_un, sun_path) + 1);
  return bytes;
}

int bind_to(const UniqueFd& fd, const std::vector<char>& name) {
  return ::bind(fd.get(), reinterpret_cast<const sockaddr*>(name.data()),
                static_cast<socklen_t>(name.size()));
}

TEST(UnixNamesTest, AnAbstractNameLeadsToTheSocketThatIsBoundToIt) {
  const auto name = abstract("guard-test-" + std::to_string(::getpid()));
  EXPECT_EQ(owner_of_abstract_name(name), 0U);
  const UniqueFd fd = socket_of(AF_UNIX, SOCK_DGRAM);
  ASSERT_EQ(bind_to(fd, name), 0);
  EXPECT_EQ(owner_of_abstract_name(name), cookie_of(fd.get()));
}

TEST(UnixNamesTest, AListenerOwnsItsNameNotWhatItAccepted) {
  const auto name = abstract("guard-test-stream-" + std::to_string(::getpid()));
  const UniqueFd door = socket_of(AF_UNIX, SOCK_STREAM);
  ASSERT_EQ(bind_to(door, name), 0);
  EXPECT_EQ(owner_of_abstract_name(name), 0U);  // nobody could connect yet
  ASSERT_EQ(::listen(door.get(), 4), 0);
  const UniqueFd guest = socket_of(AF_UNIX, SOCK_STREAM);
  ASSERT_EQ(::connect(guest.get(), reinterpret_cast<const sockaddr*>(name.data()),
                      static_cast<socklen_t>(name.size())),
            0);
  const UniqueFd host(::accept4(door.get(), nullptr, nullptr, SOCK_CLOEXEC));
  EXPECT_EQ(owner_of_abstract_name(name), cookie_of(door.get()));
}

// More than twice as much as the kernel tells at once, wherever it begins.
TEST(UnixNamesTest, AnOwnerIsFoundBeyondOneBuffer) {
  constexpr std::size_t kNameBytes = 100;
  constexpr std::size_t kSockets = 2 * size_limit("netlink.buffer") / kNameBytes;
  std::vector<UniqueFd> sockets;
  const auto name_of = [&](std::size_t number) {
    std::string text = "guard-" + std::to_string(::getpid()) + "-" + std::to_string(number) + "-";
    text.resize(kNameBytes, 'x');
    return abstract(text);
  };
  for (std::size_t i = 0; i < kSockets; ++i) {
    sockets.push_back(socket_of(AF_UNIX, SOCK_DGRAM));
    ASSERT_EQ(bind_to(sockets.back(), name_of(i)), 0) << i;
  }
  for (std::size_t i = 0; i < kSockets; i += 50)
    EXPECT_EQ(owner_of_abstract_name(name_of(i)), cookie_of(sockets[i].get())) << i;
  EXPECT_EQ(owner_of_abstract_name(name_of(kSockets)), 0U);
}

TEST(SocketKindTest, OnlyAProcessOfOneThreadOwnsItsDescriptors) {
  TraceeTable tracees;
  const auto own = tracees.find(::gettid());
  ASSERT_TRUE(own);
  EXPECT_TRUE(tracees.owns_its_descriptors(**own));
  std::thread sibling([&] { EXPECT_FALSE(tracees.owns_its_descriptors(**own)); });
  sibling.join();
  tracees.note_shared_descriptors();
  EXPECT_FALSE(tracees.owns_its_descriptors(**own));
}

Notification call(int number, std::uint64_t first, std::uint64_t second, std::uint64_t third = 0) {
  Notification notification;
  notification.number = number;
  notification.arguments = {first, second, third};
  return notification;
}

TEST(NetworkSetupTest, OnlyWhoHasTheCapabilitySetsUp) {
  const Credentials user{};
  Credentials root{};
  root.capabilities = ~0ULL;
  const SyscallRow* row = row_of(SYS_ioctl);
  const auto setting = call(SYS_ioctl, 3, 0x8914);
  const auto reading = call(SYS_ioctl, 3, 0x8913);
  EXPECT_TRUE(sets_up_network(*row, setting, root));
  EXPECT_FALSE(sets_up_network(*row, setting, user));
  EXPECT_FALSE(sets_up_network(*row, reading, root));
  EXPECT_TRUE(sets_up_network(*row, call(SYS_ioctl, 3, 0xFFFFFFFF00008914), root));
  EXPECT_TRUE(is_socket_request(0x8946));
  EXPECT_FALSE(is_socket_request(0x5401));
  EXPECT_NE(setup_text(*row, setting).find("0x8914"), std::string::npos);
}

}  // namespace
}  // namespace guard::interceptor

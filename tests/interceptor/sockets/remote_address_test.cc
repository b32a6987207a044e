// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/remote_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace guard::interceptor {
namespace {

template <class Address>
std::vector<char> bytes_of(const Address& address) {
  const char* start = reinterpret_cast<const char*>(&address);
  return {start, start + sizeof(address)};
}

std::vector<char> v4(const char* text, std::uint16_t port = 443) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  ::inet_pton(AF_INET, text, &address.sin_addr);
  return bytes_of(address);
}

std::vector<char> v6(const char* text, std::uint16_t port = 443) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  ::inet_pton(AF_INET6, text, &address.sin6_addr);
  return bytes_of(address);
}

std::vector<char> unix_socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::vector<char> bytes = bytes_of(address);
  bytes.resize(offsetof(sockaddr_un, sun_path) + path.size());
  std::copy(path.begin(), path.end(), bytes.begin() + offsetof(sockaddr_un, sun_path));
  return bytes;
}

// The kind of socket that such an address is for.
SocketKind kind_for(const std::vector<char>& bytes, int type = SOCK_STREAM) {
  sa_family_t family = AF_INET;
  if (bytes.size() >= sizeof(family)) std::memcpy(&family, bytes.data(), sizeof(family));
  const int protocol = type == SOCK_DGRAM ? IPPROTO_UDP : IPPROTO_TCP;
  return {family == AF_UNSPEC ? AF_INET : family, type, family == AF_UNIX ? 0 : protocol};
}

policy::Destination destination_of(std::vector<char> bytes, int type = SOCK_STREAM,
                                   AddressUse use = AddressUse::kConnect) {
  const SocketKind kind = kind_for(bytes, type);
  const auto address = parse_address(std::move(bytes), kind, use);
  EXPECT_TRUE(address);
  return address ? address->destination : policy::Destination{};
}

Result<RemoteAddress> parse(std::vector<char> bytes, AddressUse use = AddressUse::kConnect) {
  const SocketKind kind = kind_for(bytes);
  return parse_address(std::move(bytes), kind, use);
}

int errno_of(std::vector<char> bytes, AddressUse use = AddressUse::kConnect) {
  const auto address = parse(std::move(bytes), use);
  return address ? 0 : address.error().sys_errno;
}

TEST(RemoteAddressTest, AddressAndPortAreReadInNetworkOrder) {
  const auto destination = destination_of(v4("192.0.2.7", 8080));
  EXPECT_EQ(destination.address, "192.0.2.7");
  EXPECT_EQ(destination.port, 8080);
  EXPECT_EQ(destination.protocol, "tcp");
  EXPECT_FALSE(destination.loopback);
  EXPECT_FALSE(destination.metadata_service);
  EXPECT_EQ(destination_of(v4("192.0.2.7"), SOCK_DGRAM).protocol, "udp");
}

// The addresses that Linux takes for "this host" when it connects.
TEST(RemoteAddressTest, ThisHost) {
  for (const char* text : {"127.0.0.1", "127.255.255.254", "0.0.0.0"})
    EXPECT_TRUE(destination_of(v4(text)).loopback) << text;
  for (const char* text : {"::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0"})
    EXPECT_TRUE(destination_of(v6(text)).loopback) << text;
  for (const char* text : {"128.0.0.1", "10.0.0.1", "0.0.0.1", "126.255.255.255"})
    EXPECT_FALSE(destination_of(v4(text)).loopback) << text;
  for (const char* text : {"::2", "fe80::1", "::ffff:10.0.0.1", "2001:db8::1"})
    EXPECT_FALSE(destination_of(v6(text)).loopback) << text;
}

TEST(RemoteAddressTest, MappedAddressReadsAsItsOld) {
  EXPECT_EQ(destination_of(v6("::ffff:192.0.2.7")).address, "192.0.2.7");
}

TEST(RemoteAddressTest, MetadataServicesInEveryDress) {
  EXPECT_TRUE(destination_of(v4("169.254.169.254", 80)).metadata_service);
  EXPECT_TRUE(destination_of(v6("::ffff:169.254.169.254", 80)).metadata_service);
  EXPECT_TRUE(destination_of(v6("fd00:ec2::254", 80)).metadata_service);
  EXPECT_FALSE(destination_of(v4("169.254.169.253", 80)).metadata_service);
}

TEST(RemoteAddressTest, ShortAddressesAreRefusedAsTheKernelDoes) {
  EXPECT_EQ(errno_of({}), EINVAL);
  EXPECT_EQ(errno_of({'\2'}), EINVAL);
  auto short_v4 = v4("127.0.0.1");
  short_v4.pop_back();
  EXPECT_EQ(errno_of(short_v4), EINVAL);
  auto short_v6 = v6("::1");
  short_v6.resize(24);  // without a scope: the size of RFC 2133
  EXPECT_EQ(errno_of(short_v6), 0);
  short_v6.resize(23);
  EXPECT_EQ(errno_of(short_v6), EINVAL);
}

TEST(RemoteAddressTest, UnixPathEndsAtItsNulOrWithTheAddress) {
  const auto ended = parse(unix_socket(std::string("/run/x\0rest", 11)));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->unix_path, "/run/x");
  EXPECT_FALSE(ended->abstract);
  const std::string longest(sizeof(sockaddr_un::sun_path), 'a');
  EXPECT_EQ(parse(unix_socket(longest))->unix_path, longest);
}

TEST(RemoteAddressTest, AbstractNameIsNoPath) {
  const auto address = parse(unix_socket(std::string("\0/run/x", 7)));
  ASSERT_TRUE(address);
  EXPECT_TRUE(address->abstract);
  EXPECT_TRUE(address->unix_path.empty());
}

TEST(RemoteAddressTest, OnlyAnAbstractAddressHasAnAbstractName) {
  using std::string_literals::operator""s;
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"\0name"s, "name"}, {"\0na\0me\0"s, "na\0me\0"s}, {"\0"s, ""}, {"/run/name"s, ""}};
  for (const auto& [written, name] : rows)
    EXPECT_EQ(abstract_name_of(parse(unix_socket(written)).value()), name) << written;
  EXPECT_EQ(abstract_name_of(parse(v4("192.0.2.7")).value()), "");
  EXPECT_EQ(abstract_name_of({}), "");
}

TEST(RemoteAddressTest, UnixAddressWithoutANameOrTooLongIsRefused) {
  EXPECT_EQ(errno_of(unix_socket("")), EINVAL);
  EXPECT_EQ(errno_of(unix_socket(std::string(sizeof(sockaddr_un::sun_path) + 1, 'a'))), EINVAL);
}

// A socket that is bound to no named address is bound to every address.
TEST(RemoteAddressTest, EveryAddressIsNotThisHostToBindTo) {
  for (const char* text : {"0.0.0.0", "192.0.2.1"})
    EXPECT_FALSE(destination_of(v4(text), SOCK_STREAM, AddressUse::kBind).loopback) << text;
  for (const char* text : {"::", "::ffff:0.0.0.0"})
    EXPECT_FALSE(destination_of(v6(text), SOCK_STREAM, AddressUse::kBind).loopback) << text;
  EXPECT_TRUE(destination_of(v4("127.0.0.2"), SOCK_STREAM, AddressUse::kBind).loopback);
  EXPECT_TRUE(destination_of(v6("::1"), SOCK_STREAM, AddressUse::kBind).loopback);
  EXPECT_TRUE(destination_of(v4("0.0.0.0"), SOCK_DGRAM, AddressUse::kSend).loopback);
}

// udp_sendmsg and inet_bind take AF_UNSPEC for AF_INET.
TEST(RemoteAddressTest, AnUnspecifiedFamilyIsV4ForWhatSendsAndBinds) {
  auto bytes = v4("192.0.2.7", 53);
  const sa_family_t none = AF_UNSPEC;
  std::memcpy(bytes.data(), &none, sizeof(none));
  EXPECT_EQ(destination_of(bytes, SOCK_DGRAM, AddressUse::kSend).address, "192.0.2.7");
  EXPECT_EQ(destination_of(bytes, SOCK_DGRAM, AddressUse::kBind).port, 53);
  EXPECT_EQ(destination_of(bytes, SOCK_DGRAM, AddressUse::kConnect), policy::Destination{});
  const SocketKind sixth{AF_INET6, SOCK_DGRAM, IPPROTO_UDP};
  EXPECT_EQ(parse_address(bytes, sixth, AddressUse::kSend)->destination, policy::Destination{});
}

TEST(RemoteAddressTest, ASixthVersionSocketTakesOldAddresses) {
  const SocketKind sixth{AF_INET6, SOCK_DGRAM, IPPROTO_UDP};
  const auto address = parse_address(v4("192.0.2.7"), sixth, AddressUse::kSend);
  ASSERT_TRUE(address);
  EXPECT_EQ(address->destination.address, "192.0.2.7");
}

TEST(RemoteAddressTest, FamiliesThatTheSocketDoesNotTakeAreRefused) {
  const SocketKind udp{AF_INET, SOCK_DGRAM, IPPROTO_UDP};
  const SocketKind local{AF_UNIX, SOCK_DGRAM, 0};
  EXPECT_EQ(parse_address(v6("::1"), udp, AddressUse::kSend).error().sys_errno, EAFNOSUPPORT);
  EXPECT_EQ(parse_address(unix_socket("/x"), udp, AddressUse::kSend).error().sys_errno,
            EAFNOSUPPORT);
  EXPECT_EQ(parse_address(v4("127.0.0.1"), local, AddressUse::kSend).error().sys_errno, EINVAL);
  EXPECT_TRUE(parse_address({0, 0}, local, AddressUse::kConnect));
}

TEST(RemoteAddressTest, OnlyABindMayLeaveTheNameToTheKernel) {
  EXPECT_EQ(errno_of(unix_socket(""), AddressUse::kBind), 0);
  EXPECT_EQ(errno_of(unix_socket(""), AddressUse::kSend), EINVAL);
}

TEST(RemoteAddressTest, PingsHaveAProtocolOfTheirOwn) {
  const SocketKind ping{AF_INET, SOCK_DGRAM, IPPROTO_ICMP};
  EXPECT_EQ(parse_address(v4("192.0.2.7", 0), ping, AddressUse::kSend)->destination.protocol,
            "icmp");
}

TEST(RemoteAddressTest, DisconnectingHasNoDestination) {
  const auto none = parse({0, 0});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->family, AF_UNSPEC);
  EXPECT_EQ(none->destination, policy::Destination{});
}

}  // namespace
}  // namespace guard::interceptor

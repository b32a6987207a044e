// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/socket_kind.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace guard::interceptor {
namespace {

constexpr int kNetworkCookie = 71;  // SO_NETNS_COOKIE, Linux 5.14; Debian 12's headers have it late
constexpr int kMultipath = 262;     // IPPROTO_MPTCP

struct FamilyRow {
  int domain;
  SocketFamily family;
};
constexpr std::array kFamilies = {
    FamilyRow{AF_UNIX, SocketFamily::kUnix},      FamilyRow{AF_INET, SocketFamily::kInternet},
    FamilyRow{AF_INET6, SocketFamily::kInternet}, FamilyRow{AF_NETLINK, SocketFamily::kNetlink},
    FamilyRow{AF_PACKET, SocketFamily::kPacket},  FamilyRow{AF_ALG, SocketFamily::kCrypto}};

// The kernel's names of protocols (sk_prot_creator). A Unix socket of 5.14 and before, and a
// datagram or seqpacket one, is "UNIX".
struct NameRow {
  std::string_view name;
  SocketKind kind;
};
constexpr std::array kNames = {NameRow{"TCP", {AF_INET, SOCK_STREAM, IPPROTO_TCP}},
                               NameRow{"TCPv6", {AF_INET6, SOCK_STREAM, IPPROTO_TCP}},
                               NameRow{"UNIX-STREAM", {AF_UNIX, SOCK_STREAM, 0}},
                               NameRow{"UNIX", {AF_UNIX, SOCK_DGRAM, 0}},
                               NameRow{"NETLINK", {AF_NETLINK, SOCK_RAW, 0}},
                               NameRow{"PACKET", {AF_PACKET, SOCK_RAW, 0}},
                               NameRow{"ALG", {AF_ALG, SOCK_SEQPACKET, 0}}};
constexpr std::size_t kLongestName = 32;  // of struct proto

Result<int> option(int fd, int name) {
  int value = 0;
  socklen_t length = sizeof(value);
  if (::getsockopt(fd, SOL_SOCKET, name, &value, &length) != 0) return fail_errno("socket");
  return value;
}

std::uint64_t cookie(int fd, int name) {
  std::uint64_t value = 0;
  socklen_t length = sizeof(value);
  return ::getsockopt(fd, SOL_SOCKET, name, &value, &length) == 0 ? value : 0;
}

std::uint64_t own_network_cookie() {
  const UniqueFd probe(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  return probe.valid() ? cookie(probe.get(), kNetworkCookie) : 0;
}

}  // namespace

SocketFamily family_of(const SocketKind& kind) {
  const auto* row = std::ranges::find(kFamilies, kind.domain, &FamilyRow::domain);
  return row == kFamilies.end() ? SocketFamily::kUnread : row->family;
}

Result<SocketKind> kind_of(int fd) {
  const auto domain = option(fd, SO_DOMAIN);
  if (!domain) return forward(domain.error());
  const auto type = option(fd, SO_TYPE);
  if (!type) return forward(type.error());
  const auto protocol = option(fd, SO_PROTOCOL);
  if (!protocol) return forward(protocol.error());
  return SocketKind{*domain, *type, *protocol};
}

Result<SocketKind> named_kind(const Tracee& tracee, int number) {
  const std::string place =
      "/proc/self/fd/" + std::to_string(tracee.proc.get()) + "/fd/" + std::to_string(number);
  std::array<char, kLongestName + 1> name{};  // ends with a zero
  const ssize_t length =
      ::getxattr(place.c_str(), "system.sockprotoname", name.data(), name.size() - 1);
  if (length < 0) return fail_with(ENOTSOCK, "socket");
  const auto* row = std::ranges::find(kNames, std::string_view(name.data()), &NameRow::name);
  if (row == kNames.end()) return fail_with(ENOTSOCK, "socket");
  return row->kind;
}

bool is_inet(const SocketKind& kind) {
  return kind.domain == AF_INET || kind.domain == AF_INET6;
}

bool is_datagram(const SocketKind& kind) {
  return kind.type == SOCK_DGRAM;
}

bool is_inet_stream(const SocketKind& kind) {
  return is_inet(kind) && kind.type == SOCK_STREAM &&
         (kind.protocol == IPPROTO_TCP || kind.protocol == kMultipath);
}

bool address_is_ignored(const SocketKind& kind, unsigned send_flags) {
  // Without MSG_FASTOPEN TCP does not look at the address; a connect that TCP_FASTOPEN_CONNECT put
  // off goes where connect(2) was judged to go.
  if (is_inet_stream(kind)) return (send_flags & MSG_FASTOPEN) == 0;
  if (is_inet(kind)) return kind.type == SOCK_RAW;
  // A Unix stream answers EISCONN or EOPNOTSUPP, a seqpacket socket forgets the address.
  if (kind.domain == AF_UNIX) return kind.type == SOCK_STREAM || kind.type == SOCK_SEQPACKET;
  return kind.domain == AF_NETLINK || kind.domain == AF_ALG || kind.domain == AF_PACKET;
}

std::uint64_t cookie_of(int fd) {
  return cookie(fd, SO_COOKIE);
}

std::uint64_t network_cookie_of(int fd) {
  return cookie(fd, kNetworkCookie);
}

bool in_own_network(int fd) {
  static const std::uint64_t own = own_network_cookie();
  return own == 0 || cookie(fd, kNetworkCookie) == own;
}

std::vector<char> local_address(int fd) {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length) != 0) return {};
  const auto* bytes = reinterpret_cast<const char*>(&address);
  return {bytes, bytes + (length < sizeof(address) ? length : sizeof(address))};
}

std::uint16_t peer_port(int fd) {
  sockaddr_storage peer{};
  socklen_t length = sizeof(peer);
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &length) != 0) return 0;
  if (peer.ss_family == AF_INET) return ntohs(reinterpret_cast<sockaddr_in*>(&peer)->sin_port);
  if (peer.ss_family == AF_INET6) return ntohs(reinterpret_cast<sockaddr_in6*>(&peer)->sin6_port);
  return 0;
}

}  // namespace guard::interceptor

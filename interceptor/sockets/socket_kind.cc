// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/socket_kind.h"

#include <netinet/in.h>
#include <sys/socket.h>

namespace guard::interceptor {
namespace {

constexpr int kNetworkCookie = 71;  // SO_NETNS_COOKIE, Linux 5.14; Debian 12's headers have it late
constexpr int kMultipath = 262;     // IPPROTO_MPTCP

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

Result<SocketKind> kind_of(int fd) {
  const auto domain = option(fd, SO_DOMAIN);
  if (!domain) return forward(domain.error());
  const auto type = option(fd, SO_TYPE);
  if (!type) return forward(type.error());
  const auto protocol = option(fd, SO_PROTOCOL);
  if (!protocol) return forward(protocol.error());
  return SocketKind{*domain, *type, *protocol};
}

bool is_inet(const SocketKind& kind) {
  return kind.domain == AF_INET || kind.domain == AF_INET6;
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

}  // namespace guard::interceptor

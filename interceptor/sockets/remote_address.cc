// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/remote_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/text/ipv4.h"

namespace guard::interceptor {
namespace {

constexpr std::array<std::string_view, 6> kMetadataServices = {"100.100.100.200", "168.63.129.16",
                                                               "fd20:ce::254",    "169.254.169.254",
                                                               "169.254.170.2",   "fd00:ec2::254"};

std::string numeric(const in6_addr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(AF_INET6, &address, text.data(), text.size());
  return text.data();
}

// Linux takes 0.0.0.0 and :: as "this host" when connecting; bound to, they are every address.
bool is_loopback_v4(std::uint32_t address, AddressUse use) {
  return (address >> 24) == 127 || (address == 0 && use != AddressUse::kBind);
}

void describe_v4(policy::Destination& destination, in_addr address, AddressUse use) {
  destination.address = ipv4_text(ntohl(address.s_addr));
  destination.loopback = is_loopback_v4(ntohl(address.s_addr), use);
}

void describe_v6(policy::Destination& destination, const in6_addr& address, AddressUse use) {
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    in_addr v4{};
    std::memcpy(&v4, address.s6_addr + 12, sizeof(v4));
    describe_v4(destination, v4, use);
    return;
  }
  destination.address = numeric(address);
  destination.loopback = IN6_IS_ADDR_LOOPBACK(&address) ||
                         (IN6_IS_ADDR_UNSPECIFIED(&address) && use != AddressUse::kBind);
}

const char* protocol_name(const SocketKind& kind) {
  if (kind.protocol == IPPROTO_ICMP || kind.protocol == IPPROTO_ICMPV6) return "icmp";
  return kind.type == SOCK_DGRAM ? "udp" : "tcp";
}

void finish(policy::Destination& destination, std::uint16_t port, const SocketKind& kind) {
  destination.port = port;
  destination.protocol = protocol_name(kind);
  destination.metadata_service = std::find(kMetadataServices.begin(), kMetadataServices.end(),
                                           destination.address) != kMetadataServices.end();
}

Result<void> parse_unix(RemoteAddress& address, AddressUse use) {
  const std::size_t prefix = offsetof(sockaddr_un, sun_path);
  if (address.bytes.size() == prefix && use == AddressUse::kBind) return {};  // the kernel's choice
  if (address.bytes.size() <= prefix || address.bytes.size() > sizeof(sockaddr_un))
    return fail_with(EINVAL, "sockaddr_un");
  if (address.bytes[prefix] == '\0') {
    address.abstract = true;
    return {};
  }
  const char* start = address.bytes.data() + prefix;
  address.unix_path.assign(start, ::strnlen(start, address.bytes.size() - prefix));
  return {};
}

Result<void> parse_v4(RemoteAddress& address, const SocketKind& kind, AddressUse use) {
  sockaddr_in v4{};
  if (address.bytes.size() < sizeof(v4)) return fail_with(EINVAL, "sockaddr_in");
  std::memcpy(&v4, address.bytes.data(), sizeof(v4));
  describe_v4(address.destination, v4.sin_addr, use);
  finish(address.destination, ntohs(v4.sin_port), kind);
  return {};
}

Result<void> parse_v6(RemoteAddress& address, const SocketKind& kind, AddressUse use) {
  sockaddr_in6 v6{};
  constexpr std::size_t kSmallest = offsetof(sockaddr_in6, sin6_scope_id);  // SIN6_LEN_RFC2133
  if (address.bytes.size() < kSmallest) return fail_with(EINVAL, "sockaddr_in6");
  std::memcpy(&v6, address.bytes.data(), std::min(sizeof(v6), address.bytes.size()));
  describe_v6(address.destination, v6.sin6_addr, use);
  finish(address.destination, ntohs(v6.sin6_port), kind);
  return {};
}

// udp_sendmsg, raw_sendmsg and inet_bind let AF_UNSPEC pass for AF_INET; to connect(2) it means to
// disconnect, and udpv6_sendmsg takes it for no address.
sa_family_t family_read_as(sa_family_t family, const SocketKind& kind, AddressUse use) {
  const bool taken_for_v4 = family == AF_UNSPEC && kind.domain == AF_INET;
  return taken_for_v4 && use != AddressUse::kConnect ? AF_INET : family;
}

Result<void> parse_inet(RemoteAddress& address, const SocketKind& kind, AddressUse use) {
  const sa_family_t family = family_read_as(address.family, kind, use);
  if (family == AF_INET) return parse_v4(address, kind, use);
  if (family == AF_UNSPEC) return {};
  if (family == AF_INET6 && kind.domain == AF_INET6) return parse_v6(address, kind, use);
  return fail_with(EAFNOSUPPORT, "family of the address");
}

}  // namespace

std::string_view abstract_name_of(const RemoteAddress& address) {
  constexpr std::size_t kStart = offsetof(sockaddr_un, sun_path) + 1;
  if (!address.abstract || address.bytes.size() < kStart) return {};
  return {address.bytes.data() + kStart, address.bytes.size() - kStart};
}

Result<RemoteAddress> parse_address(std::vector<char> bytes, const SocketKind& kind,
                                    AddressUse use) {
  RemoteAddress address;
  address.bytes = std::move(bytes);
  if (address.bytes.size() < sizeof(sa_family_t)) return fail_with(EINVAL, "sockaddr");
  std::memcpy(&address.family, address.bytes.data(), sizeof(address.family));
  Result<void> parsed;
  if (is_inet(kind)) {
    parsed = parse_inet(address, kind, use);
  } else if (kind.domain == AF_UNIX) {
    const bool disconnects = address.family == AF_UNSPEC && use == AddressUse::kConnect;
    if (address.family == AF_UNIX) {
      parsed = parse_unix(address, use);
    } else if (!disconnects) {
      parsed = fail_with(EINVAL, "family of the address");
    }
  }
  if (!parsed) return forward(parsed.error());
  return address;
}

}  // namespace guard::interceptor

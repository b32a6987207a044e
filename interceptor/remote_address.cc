// SPDX-License-Identifier: Apache-2.0
#include "interceptor/remote_address.h"

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

namespace guard::interceptor {
namespace {

constexpr std::array<std::string_view, 6> kMetadataServices = {"100.100.100.200", "168.63.129.16",
                                                               "fd20:ce::254",    "169.254.169.254",
                                                               "169.254.170.2",   "fd00:ec2::254"};

std::string numeric(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(family, address, text.data(), text.size());
  return text.data();
}

// Linux takes 0.0.0.0 and :: as "this host" when connecting.
bool is_this_host_v4(std::uint32_t address) {
  return (address >> 24) == 127 || address == 0;
}

void describe_v4(policy::Destination& destination, in_addr address) {
  destination.address = numeric(AF_INET, &address);
  destination.loopback = is_this_host_v4(ntohl(address.s_addr));
}

void describe_v6(policy::Destination& destination, const in6_addr& address) {
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    in_addr v4{};
    std::memcpy(&v4, address.s6_addr + 12, sizeof(v4));
    describe_v4(destination, v4);
    return;
  }
  destination.address = numeric(AF_INET6, &address);
  destination.loopback = IN6_IS_ADDR_LOOPBACK(&address) || IN6_IS_ADDR_UNSPECIFIED(&address);
}

void finish(policy::Destination& destination, std::uint16_t port, int socket_type) {
  destination.port = port;
  destination.protocol = socket_type == SOCK_DGRAM ? "udp" : "tcp";
  destination.metadata_service = std::find(kMetadataServices.begin(), kMetadataServices.end(),
                                           destination.address) != kMetadataServices.end();
}

Result<void> parse_unix(RemoteAddress& address) {
  const std::size_t prefix = offsetof(sockaddr_un, sun_path);
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

}  // namespace

Result<RemoteAddress> parse_address(std::vector<char> bytes, int socket_type) {
  RemoteAddress address;
  address.bytes = std::move(bytes);
  if (address.bytes.size() < sizeof(sa_family_t)) return fail_with(EINVAL, "sockaddr");
  std::memcpy(&address.family, address.bytes.data(), sizeof(address.family));
  if (address.family == AF_UNIX) {
    if (auto parsed = parse_unix(address); !parsed) return forward(parsed.error());
  } else if (address.family == AF_INET) {
    sockaddr_in v4{};
    if (address.bytes.size() < sizeof(v4)) return fail_with(EINVAL, "sockaddr_in");
    std::memcpy(&v4, address.bytes.data(), sizeof(v4));
    describe_v4(address.destination, v4.sin_addr);
    finish(address.destination, ntohs(v4.sin_port), socket_type);
  } else if (address.family == AF_INET6) {
    sockaddr_in6 v6{};
    constexpr std::size_t kSmallest = offsetof(sockaddr_in6, sin6_scope_id);  // SIN6_LEN_RFC2133
    if (address.bytes.size() < kSmallest) return fail_with(EINVAL, "sockaddr_in6");
    std::memcpy(&v6, address.bytes.data(), std::min(sizeof(v6), address.bytes.size()));
    describe_v6(address.destination, v6.sin6_addr);
    finish(address.destination, ntohs(v6.sin6_port), socket_type);
  }
  return address;
}

}  // namespace guard::interceptor

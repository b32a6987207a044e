// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/socket_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

namespace guard::interceptor {
namespace {

template <class Address>
std::vector<char> bytes_of(const Address& address) {
  const auto* bytes = reinterpret_cast<const char*>(&address);
  return {bytes, bytes + sizeof(address)};
}

std::vector<char> v4_address(const in_addr& host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr = host;
  return bytes_of(address);
}

std::vector<char> v6_address(const in6_addr& host, std::uint16_t port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = host;
  return bytes_of(address);
}

in6_addr mapped(const in_addr& host) {
  in6_addr address{};
  address.s6_addr[10] = 0xFF;
  address.s6_addr[11] = 0xFF;
  std::memcpy(address.s6_addr + 12, &host, sizeof(host));
  return address;
}

}  // namespace

bool is_for_v6_alone(int socket, const SocketKind& kind) {
  int alone = 0;
  socklen_t length = sizeof(alone);
  return kind.domain == AF_INET6 &&
         ::getsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &alone, &length) == 0 && alone != 0;
}

std::vector<char> socket_address(const std::string& text, std::uint16_t port, int socket,
                                 const SocketKind& kind) {
  in_addr v4{};
  in6_addr v6{};
  if (::inet_pton(AF_INET, text.c_str(), &v4) == 1) {
    if (kind.domain == AF_INET) return v4_address(v4, port);
    if (is_for_v6_alone(socket, kind)) return {};
    return v6_address(mapped(v4), port);
  }
  const bool reaches = kind.domain == AF_INET6 && ::inet_pton(AF_INET6, text.c_str(), &v6) == 1;
  return reaches ? v6_address(v6, port) : std::vector<char>();
}

}  // namespace guard::interceptor

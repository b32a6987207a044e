// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/name_sockets.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <functional>

#include "interceptor/sockets/socket_address.h"

namespace guard::interceptor {
namespace {

using MakeSocket = std::function<Result<UniqueFd>(const SocketKind&)>;

Result<UniqueFd> bound(const MakeSocket& make, const std::string& address, std::uint16_t port,
                       int type) {
  const SocketKind kind{address.find(':') == std::string::npos ? AF_INET : AF_INET6, type, 0};
  auto made = make(kind);
  if (!made) return made;
  // Every address is the lone network's own, though none is on its interface.
  const int yes = 1;
  (void)::setsockopt(made->get(), IPPROTO_IP, IP_FREEBIND, &yes, sizeof(yes));
  if (kind.domain == AF_INET6)
    (void)::setsockopt(made->get(), IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof(yes));
  const auto bytes = socket_address(address, port, made->get(), kind);
  if (::bind(made->get(), reinterpret_cast<const sockaddr*>(bytes.data()),
             static_cast<socklen_t>(bytes.size())) != 0)
    return fail_errno("name server: bind");
  constexpr int kQueue = 64;
  if (type == SOCK_STREAM && ::listen(made->get(), kQueue) != 0)
    return fail_errno("name server: listen");
  return made;
}

std::uint16_t port_of(int socket) {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port
                   : reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

Result<NameSockets> bind_both(const MakeSocket& make, const std::string& address,
                              std::uint16_t port) {
  NameSockets sockets;
  auto streams = bound(make, address, port, SOCK_STREAM);
  if (!streams) return forward(streams.error());
  sockets.streams = std::move(*streams);
  sockets.port = port_of(sockets.streams.get());
  auto datagrams = bound(make, address, sockets.port, SOCK_DGRAM);
  if (!datagrams) return forward(datagrams.error());
  sockets.datagrams = std::move(*datagrams);
  return sockets;
}

Result<UniqueFd> socket_here(const SocketKind& kind) {
  UniqueFd made(::socket(kind.domain, kind.type | SOCK_CLOEXEC, kind.protocol));
  if (!made.valid()) return fail_errno("name server: socket");
  return made;
}

}  // namespace

Result<NameSockets> bind_name_sockets(LoneNetwork& network, const std::string& address,
                                      std::uint16_t port) {
  return bind_both([&](const SocketKind& kind) { return network.socket(kind); }, address, port);
}

Result<NameSockets> bind_name_sockets(const std::string& address, std::uint16_t port) {
  constexpr int kTries = 16;  // a port may be taken for datagrams alone
  for (int i = 1;; ++i) {
    auto sockets = bind_both(socket_here, address, port);
    if (sockets || port != 0 || sockets.error().sys_errno != EADDRINUSE || i == kTries)
      return sockets;
  }
}

}  // namespace guard::interceptor

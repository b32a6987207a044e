// SPDX-License-Identifier: Apache-2.0
// SocketKind: what a socket is, as the kernel tells it of a descriptor, and what follows for
// mediation. Values only, any thread. The facts are those of Linux 6.18: net/ipv4/{tcp,udp,raw}.c,
// net/ipv6/{udp,raw}.c, net/unix/af_unix.c.
#ifndef GUARD_INTERCEPTOR_SOCKETS_SOCKET_KIND_H_
#define GUARD_INTERCEPTOR_SOCKETS_SOCKET_KIND_H_

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

struct SocketKind {
  int domain = 0;
  int type = 0;
  int protocol = 0;
  bool operator==(const SocketKind&) const = default;
};

// The families of sockets that guard reads; kUnread: every other.
enum class SocketFamily { kUnread, kUnix, kInternet, kNetlink, kPacket, kCrypto };
[[nodiscard]] SocketFamily family_of(const SocketKind& kind);

// ENOTSOCK for what is no socket.
Result<SocketKind> kind_of(int fd);

// The same of a tracee's descriptor by its protocol's name alone, which needs no duplicate
// (system.sockprotoname). Names that mean several types give the one that promises least; those
// that guard has no use for, ENOTSOCK.
Result<SocketKind> named_kind(const Tracee& tracee, int number);

[[nodiscard]] bool is_inet(const SocketKind& kind);
[[nodiscard]] bool is_datagram(const SocketKind& kind);
// TCP and kin: bytes in order, and a listener before it is one.
[[nodiscard]] bool is_inet_stream(const SocketKind& kind);
// True when no address that comes with a send decides where it goes: it goes to the peer, which was
// judged when it was connected; or the socket itself was judged when it was made (raw sockets).
[[nodiscard]] bool address_is_ignored(const SocketKind& kind, unsigned send_flags);

// Tells one socket from every other that this kernel has or had (SO_COOKIE, 4.6). 0: not told.
[[nodiscard]] std::uint64_t cookie_of(int fd);
// Tells the network namespace of a socket from every other (SO_NETNS_COOKIE, 5.14). 0: not told.
[[nodiscard]] std::uint64_t network_cookie_of(int fd);
// The socket lives in guard's own network namespace, or the kernel (before 5.14) cannot tell.
[[nodiscard]] bool in_own_network(int fd);
// The address that it is bound to; empty when it cannot be told.
[[nodiscard]] std::vector<char> local_address(int fd);
// The port of the IPv4 or IPv6 address that it is connected to; 0 when there is none.
[[nodiscard]] std::uint16_t peer_port(int fd);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_SOCKET_KIND_H_

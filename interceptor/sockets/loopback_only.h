// SPDX-License-Identifier: Apache-2.0
// Keeps a socket that listens on every address to this machine. Another address would not do. A
// socket of both IP versions answers on 127.0.0.1 and on ::1, and one address serves one of them; a
// socket that is bound already cannot be bound again. The address that the program sees stays the
// one it wanted. Two things keep others out, and accepted connections inherit both:
// - the loopback interface (SO_BINDTODEVICE, for users since Linux 5.7). Others are refused at
//   once. CAP_NET_RAW can take it off, so it suffices alone where guard itself cannot.
// - a filter that drops what comes by another interface, locked (SO_LOCK_FILTER): root cannot take
//   it off either. Some kernels (seen: 6.18.44) let an ordinary user attach none to a TCP socket.
// Values only; any thread.
#ifndef GUARD_INTERCEPTOR_SOCKETS_LOOPBACK_ONLY_H_
#define GUARD_INTERCEPTOR_SOCKETS_LOOPBACK_ONLY_H_

#include "base/error.h"
#include "interceptor/sockets/remote_address.h"
#include "interceptor/sockets/socket_kind.h"

namespace guard::interceptor {

// True: a TCP or UDP SOCKET, bound to ADDRESS or about to be, can be kept to this machine. False
// where ADDRESS is not every address, where this kernel lets guard do neither, and for sockets that
// it would break: with a filter or an interface of their own, and UDP that is made to hear the
// local network.
[[nodiscard]] bool can_be_loopback_only(int socket, const SocketKind& kind,
                                        const policy::Destination& address);

// On error (EPERM) the socket may be reached from elsewhere: it must not listen. May be repeated.
Result<void> make_loopback_only(int socket, const SocketKind& kind);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_LOOPBACK_ONLY_H_

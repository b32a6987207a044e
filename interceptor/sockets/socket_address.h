// SPDX-License-Identifier: Apache-2.0
// Socket addresses made from text, for calls that guard leads somewhere else than their caller
// wrote. Values only; any thread.
#ifndef GUARD_INTERCEPTOR_SOCKETS_SOCKET_ADDRESS_H_
#define GUARD_INTERCEPTOR_SOCKETS_SOCKET_ADDRESS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "interceptor/sockets/socket_kind.h"

namespace guard::interceptor {

// ADDRESS as policy::canonical_address writes it. A v6 socket reaches a v4 address by its mapped
// form (RFC 4291, 2.5.5.2), unless it is for v6 alone. Empty: such a SOCKET reaches no such
// address.
[[nodiscard]] std::vector<char> socket_address(const std::string& address, std::uint16_t port,
                                               int socket, const SocketKind& kind);
// True: a v6 SOCKET that may have no v4 address.
[[nodiscard]] bool is_for_v6_alone(int socket, const SocketKind& kind);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_SOCKET_ADDRESS_H_

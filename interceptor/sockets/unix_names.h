// SPDX-License-Identifier: Apache-2.0
// Asks the kernel who owns an abstract name (sock_diag(7), UNIX_DIAG): the cookie of the socket
// that is bound to it, which no other socket ever has. A path needs no such question: a socket's
// inode belongs to the one socket that made it. Guard's own network namespace. Any thread; one
// netlink round trip over all Unix sockets (about 50 us for a few hundred).
#ifndef GUARD_INTERCEPTOR_SOCKETS_UNIX_NAMES_H_
#define GUARD_INTERCEPTOR_SOCKETS_UNIX_NAMES_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace guard::interceptor {

// `address`: a sockaddr_un. 0: nobody; nullopt: the kernel cannot tell (CONFIG_UNIX_DIAG).
[[nodiscard]] std::optional<std::uint64_t> owner_of_abstract_name(const std::vector<char>& address);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_UNIX_NAMES_H_

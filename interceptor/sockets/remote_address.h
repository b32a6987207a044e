// SPDX-License-Identifier: Apache-2.0
// RemoteAddress: a socket address as copied from the tracee, once; judged and used in this form. It
// is read as the kernel would read it for that kind of socket and that call: a v4-mapped v6 address
// is v4, and an IPv4 socket takes AF_UNSPEC for AF_INET when it sends or binds. Values only.
#ifndef GUARD_INTERCEPTOR_SOCKETS_REMOTE_ADDRESS_H_
#define GUARD_INTERCEPTOR_SOCKETS_REMOTE_ADDRESS_H_

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "interceptor/sockets/socket_kind.h"
#include "policy/vocabulary/action.h"

namespace guard::interceptor {

struct RemoteAddress {
  std::vector<char> bytes;
  sa_family_t family = AF_UNSPEC;
  std::string unix_path;  // a path name; empty for an abstract or unnamed socket
  bool abstract = false;
  policy::Destination destination;  // INET only
};

// The abstract name (unix(7)) without the zero byte before it; it may hold any bytes. Empty for any
// other address.
[[nodiscard]] std::string_view abstract_name_of(const RemoteAddress& address);

enum class AddressUse { kConnect, kSend, kBind };

// Fails with the kernel's errno for an address that such a socket cannot use.
Result<RemoteAddress> parse_address(std::vector<char> bytes, const SocketKind& kind,
                                    AddressUse use);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_REMOTE_ADDRESS_H_

// SPDX-License-Identifier: Apache-2.0
// The sockets of a name server: one for datagrams and one that listens, on one address and port.
// The caller owns them. Any thread.
#ifndef GUARD_INTERCEPTOR_SOCKETS_NAME_SOCKETS_H_
#define GUARD_INTERCEPTOR_SOCKETS_NAME_SOCKETS_H_

#include <cstdint>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/sockets/lone_network.h"

namespace guard::interceptor {

struct NameSockets {
  UniqueFd datagrams;
  UniqueFd streams;
  std::uint16_t port = 0;
};

// kSystem with the errno of socket(2), bind(2) or listen(2).
Result<NameSockets> bind_name_sockets(LoneNetwork& network, const std::string& address,
                                      std::uint16_t port);
// On this machine. PORT 0: one of the kernel's choice that is free for both.
Result<NameSockets> bind_name_sockets(const std::string& address, std::uint16_t port);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_NAME_SOCKETS_H_

// SPDX-License-Identifier: Apache-2.0
// The meaning of talking to a local socket. One that the tree bound is its own; any other belongs
// to a server outside, whenever that was started, which would do the tree's work with rights of its
// own: known harmless ones by path, the rest is asked. Other families have no business here. Pure.
#ifndef GUARD_SUPERVISOR_NETWORK_LOCAL_SOCKETS_H_
#define GUARD_SUPERVISOR_NETWORK_LOCAL_SOCKETS_H_

#include <string>

#include "interceptor/sockets/socket_kind.h"
#include "policy/vocabulary/assessment.h"

namespace guard::supervisor {

struct LocalSocket {
  // of the socket that talks
  interceptor::SocketFamily family = interceptor::SocketFamily::kUnread;
  std::string path;      // canonical; empty for an abstract or unnamed one
  std::string abstract;  // "@name"; empty for others
  bool own = false;      // bound by the tree
  bool relayed = false;  // a key agent's, in whose connections guard stands (key_agents.h)
};

[[nodiscard]] policy::Assessment assess_local_socket(const LocalSocket& socket);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_LOCAL_SOCKETS_H_

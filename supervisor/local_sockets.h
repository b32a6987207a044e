// SPDX-License-Identifier: Apache-2.0
// What a connect to a local socket means. A socket file that was made in this session is taken for
// the tree's own; any other belongs to a server outside, which would do the tree's work with rights
// of its own: known harmless ones by path, the rest is asked. Other families have no business here.
// Pure.
#ifndef GUARD_SUPERVISOR_LOCAL_SOCKETS_H_
#define GUARD_SUPERVISOR_LOCAL_SOCKETS_H_

#include <sys/socket.h>

#include <string>

#include "policy/assessment.h"

namespace guard::supervisor {

struct LocalSocket {
  sa_family_t family = AF_UNSPEC;
  std::string path;              // canonical; empty for an abstract or unnamed one
  bool made_in_session = false;  // by its birth time
};

[[nodiscard]] policy::Assessment assess_local_socket(const LocalSocket& socket);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_LOCAL_SOCKETS_H_

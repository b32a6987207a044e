// SPDX-License-Identifier: Apache-2.0
// Tells where an inherited socket leads. Only one end of a socketpair(2) passes, and only when this
// process or one of its ancestors made the pair: node's IPC (NODE_CHANNEL_FD), the runner of a job.
// SO_PEERCRED of a pair names who made it (unix_socketpair, Linux 6.18); both ends of a pair have
// no name, while who connects to a service has a peer with a name, and what a service accepted has
// that name itself. Single-threaded, at the start of guard run; what cannot be told is a service.
#ifndef GUARD_INTERCEPTOR_LAUNCH_INHERITED_SOCKET_H_
#define GUARD_INTERCEPTOR_LAUNCH_INHERITED_SOCKET_H_

#include <string>

#include "interceptor/launch/descriptor_kind.h"

namespace guard::interceptor {

struct InheritedSocket {
  DescriptorKind kind = DescriptorKind::kUnknown;
  std::string name;  // "/run/x.sock", "@abstract", or empty
};

[[nodiscard]] InheritedSocket look_at_socket(int fd);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_INHERITED_SOCKET_H_

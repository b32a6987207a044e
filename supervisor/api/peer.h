// SPDX-License-Identifier: Apache-2.0
// The process at the other end of a connection: the kernel's word (SO_PEERCRED), asked once. A peer
// that has ended by then is a stranger: its number may be another's (SO_PEERPIDFD tells, from
// Linux 6.5).
#ifndef GUARD_SUPERVISOR_API_PEER_H_
#define GUARD_SUPERVISOR_API_PEER_H_

#include <sys/types.h>

#include <string>

#include "base/error.h"
#include "supervisor/api/message.h"

namespace guard::supervisor {

[[nodiscard]] Result<ApiPeer> peer_of(int fd, const ApiBackend& backend);
// "ana", or "uid 1000" when the account has no name.
[[nodiscard]] std::string user_name(uid_t uid);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_PEER_H_

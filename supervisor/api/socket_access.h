// SPDX-License-Identifier: Apache-2.0
// Lets others than its own user get through to a session's socket: an access list on the socket
// (acl(5)), of those whom the policy names as approvers. The connection decides what they may then
// do (serving_process.h, role_of_peer).
#ifndef GUARD_SUPERVISOR_API_SOCKET_ACCESS_H_
#define GUARD_SUPERVISOR_API_SOCKET_ACCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/error.h"

namespace guard::supervisor {

// The owner and these users may connect, nobody else. An error where the file system has no lists.
Result<void> let_users_in(const std::string& socket_path, const std::vector<uid_t>& users);
// The first folder on the way to the socket that this user cannot enter; "" when there is none. A
// folder that a group may enter counts as open.
[[nodiscard]] std::string folder_closed_to(uid_t user, const std::string& socket_path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_SOCKET_ACCESS_H_

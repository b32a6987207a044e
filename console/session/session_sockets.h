// SPDX-License-Identifier: Apache-2.0
// Finds the sessions of this user that there may be: the sockets in guard's folders, and the
// entries there of those that lie elsewhere (base/files/socket_entry.h). A socket file says
// nothing about whether somebody still listens; asking does.
#ifndef GUARD_CONSOLE_SESSION_SESSION_SOCKETS_H_
#define GUARD_CONSOLE_SESSION_SESSION_SOCKETS_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "console/places/locations.h"

namespace guard::console {

struct SessionSocket {
  std::string session;  // the file's name without ".sock", or what its entry says
  std::string path;
};

// All of them, by name.
[[nodiscard]] std::vector<SessionSocket> session_sockets(const Locations& locations);
// The meaning of --session: "" is all of them; or a name; or, with a slash in it, a socket's path.
// kNotFound: no socket of that name.
[[nodiscard]] Result<std::vector<SessionSocket>> sockets_of(const Locations& locations,
                                                            const std::string& session);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_SESSION_SESSION_SOCKETS_H_

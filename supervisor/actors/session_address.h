// SPDX-License-Identifier: Apache-2.0
// The session's address inside: the name under which a process of the tree reaches the session that
// holds it, wherever that session's socket is. It is an abstract Unix address that nobody listens
// on: guard, which carries out every connect of the tree, connects this one to its own socket, and
// so knows which process is at the other end. Outside of a session the connect is refused.
#ifndef GUARD_SUPERVISOR_ACTORS_SESSION_ADDRESS_H_
#define GUARD_SUPERVISOR_ACTORS_SESSION_ADDRESS_H_

#include <string_view>

namespace guard::supervisor {

// After the leading NUL of an abstract address.
inline constexpr std::string_view kSessionAddress = "guard.session";

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_SESSION_ADDRESS_H_

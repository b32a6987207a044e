// SPDX-License-Identifier: Apache-2.0
// Resolves the calls on sockets: connect, bind, listen, sends. prepare_socket_call() copies the
// tracee's memory with guard's own credentials (other processes' memory and descriptors are closed
// to the tracee's); resolve_socket_call() looks up where a path leads, with the tracee's. An
// error's errno is the kernel's own. Any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_SOCKET_RESOLVER_H_
#define GUARD_INTERCEPTOR_RESOLVE_SOCKET_RESOLVER_H_

#include "base/error.h"
#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

[[nodiscard]] bool is_socket_call(Operation operation);
// Fills socket, kind, address, messages; gives where a relative path of a Unix socket starts.
Result<StartFolder> prepare_socket_call(HeldCall& call);
// Holds what the path of a Unix socket names.
Result<void> resolve_socket_call(HeldCall& call, StartFolder& start);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_SOCKET_RESOLVER_H_

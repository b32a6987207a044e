// SPDX-License-Identifier: Apache-2.0
// Calls on sockets that guard leads somewhere else than their caller wrote. Any thread.
#ifndef GUARD_INTERCEPTOR_ACTS_LED_CALL_H_
#define GUARD_INTERCEPTOR_ACTS_LED_CALL_H_

#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

// CALL, a connect or a send, goes to ADDRESS, a sockaddr.
void lead_to(HeldCall& call, const std::vector<char>& address);

// Answers getpeername(2) on SOCKET, a duplicate of the caller's, with ADDRESS: 0, or the errno.
// The caller's memory must be its own before and afterwards: NOTIFICATION is still valid.
[[nodiscard]] int tell_peer(const Notification& notification, int socket,
                            const std::vector<char>& address);

// Puts another socket in the place of the one that CALL names, in the caller and in the call. For a
// socket that has sent nothing yet: what the caller has set of it is set of the other one too as
// far as a lookup of names needs it (blocking, time limits, errors to be told), and the number
// keeps its close-on-exec. Copies of the number that the caller made before stay the old socket's.
// kUnsupported: this listener puts no files. CALL is as before on error.
Result<void> exchange_socket(HeldCall& call, UniqueFd fresh, CallListener& listener);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_LED_CALL_H_

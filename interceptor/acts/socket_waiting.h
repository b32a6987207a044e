// SPDX-License-Identifier: Apache-2.0
// How long a blocking call on a socket may wait. Guard never waits inside the kernel for a peer: it
// tries without blocking, and tries again (parking.h) until there is room, the caller has a signal
// to take, or its own time limit (SO_SNDTIMEO) is over. Any thread.
#ifndef GUARD_INTERCEPTOR_ACTS_SOCKET_WAITING_H_
#define GUARD_INTERCEPTOR_ACTS_SOCKET_WAITING_H_

#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

[[nodiscard]] bool non_blocking(const HeldCall& call);
// 0: no limit.
[[nodiscard]] int send_timeout_milliseconds(int fd);
// True when the limit of this call has passed; the first question starts the clock.
[[nodiscard]] bool timed_out(HeldCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_SOCKET_WAITING_H_

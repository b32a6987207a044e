// SPDX-License-Identifier: Apache-2.0
// The kernel's own codes for "make this call again", which no program ever sees: a listener or a
// tracer may answer with them (include/linux/errno.h).
#ifndef GUARD_INTERCEPTOR_CALLS_RESTART_H_
#define GUARD_INTERCEPTOR_CALLS_RESTART_H_

namespace guard::interceptor {

// ERESTARTSYS: again after a handler that says SA_RESTART, else EINTR.
inline constexpr int kRestartSystemCall = 512;

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_RESTART_H_

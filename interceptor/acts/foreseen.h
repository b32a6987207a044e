// SPDX-License-Identifier: Apache-2.0
// The refusals that the kernel would give anyway: found before an act is judged, so that nobody is
// asked about what cannot happen. Not a check to rely on: the act itself is still made by the
// kernel, with its own checks.
#ifndef GUARD_INTERCEPTOR_ACTS_FORESEEN_H_
#define GUARD_INTERCEPTOR_ACTS_FORESEEN_H_

#include "interceptor/process/credentials.h"
#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

// By what is held: EEXIST, EISDIR, ENOTDIR, ENOTEMPTY, EXDEV, EINVAL; 0 when it may succeed.
[[nodiscard]] int foreseen_error(const HeldCall& call);
// Such an error, or the one for want of rights that the kernel finds before it.
[[nodiscard]] int rights_before(const HeldCall& call, int error, const Credentials& own);
// By the tracee's rights: EACCES, EROFS; 0 when it may succeed. A few system calls more: only
// before asking.
[[nodiscard]] int foreseen_denial(const HeldCall& call, const Credentials& own);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_FORESEEN_H_

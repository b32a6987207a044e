// SPDX-License-Identifier: Apache-2.0
// Owners as this thread sees them. In a realm a uid is that of the realm's user namespace, and
// whoever has none there shows as the overflow uid: two of those may be two people, and count as
// such. For checks of the kernel's that guard repeats; any thread, as the tracee (as_tracee.h).
#ifndef GUARD_INTERCEPTOR_TRACEE_OWNERS_H_
#define GUARD_INTERCEPTOR_TRACEE_OWNERS_H_

#include <sys/types.h>

#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

[[nodiscard]] bool is_same_owner(const Tracee& tracee, uid_t one, uid_t other);
[[nodiscard]] bool is_own(const Tracee& tracee, uid_t owner);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_OWNERS_H_

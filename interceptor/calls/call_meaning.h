// SPDX-License-Identifier: Apache-2.0
// The meaning of a call's registers and flags, by name: code that judges a call needs no numbers of
// the kernel. Pure.
#ifndef GUARD_INTERCEPTOR_CALLS_CALL_MEANING_H_
#define GUARD_INTERCEPTOR_CALLS_CALL_MEANING_H_

#include "interceptor/calls/notification.h"
#include "interceptor/calls/raw_call.h"

namespace guard::interceptor {

// An open that fails if the name is taken.
[[nodiscard]] bool must_make_new(const RawCall& call);
// An open that the kernel may refuse rather than have it wait: of what searches whole folders.
[[nodiscard]] bool opens_without_waiting(const RawCall& call);
// An open that changes a file, and by which what was there can be read, too: O_RDWR,
// O_RDONLY|O_CREAT. O_TRUNC leaves nothing to read.
[[nodiscard]] bool reads_what_it_changes(const RawCall& call);
// An open that changes a file by adding to its end.
[[nodiscard]] bool adds_to_the_end(const RawCall& call);
// A rename after which each object has the name of the other.
[[nodiscard]] bool exchanges_names(const RawCall& call);
// A call of shmctl and kin that takes the object away.
[[nodiscard]] bool removes_shared_object(const RawCall& call);
[[nodiscard]] bool makes_netlink_socket(Operation operation, const Notification& notification);
[[nodiscard]] bool sets_groups(const Notification& notification);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_CALL_MEANING_H_

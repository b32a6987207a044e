// SPDX-License-Identifier: Apache-2.0
// Parking: what a call keeps while it waits for somebody else, and what tells that another try is
// worth it. Ten thousand calls may wait at once, so each keeps as little as it can: a FIFO or
// leased file by its object, a connect or send by its socket. The kernel does the same: it has
// looked names up before it waits, and goes by the object from then on. Any thread, one at a time
// for a call.
#ifndef GUARD_INTERCEPTOR_ACTS_PARKING_H_
#define GUARD_INTERCEPTOR_ACTS_PARKING_H_

#include <cstddef>

#include "base/error.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

enum class Until {
  kWritable,  // its socket polls as writable
  kSoon,      // nothing tells, and a peer may make room at any moment
  kLater,     // nothing tells
};

[[nodiscard]] Until waits_until(const HeldCall& call);
// A time limit of its own may end the wait.
[[nodiscard]] bool has_time_limit(const HeldCall& call);

// Lets go of what waiting does not need; the table must not keep it either.
void park(HeldCall& call, TraceeTable& tracees);
// Whether another try of it reads its caller: its memory, its descriptors.
[[nodiscard]] bool reads_the_caller(const HeldCall& call);
// Takes again what that needs. Whether the call is still the caller's is to be asked after it, not
// before. An error: the caller has ended.
Result<void> unpark(HeldCall& call, TraceeTable& tracees);
// Descriptors of guard's that it keeps.
[[nodiscard]] std::size_t descriptors_kept(const HeldCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_PARKING_H_

// SPDX-License-Identifier: Apache-2.0
// Route: which way a call takes, told by its registers and its copied words alone, before anything
// that it names is held. One table; the supervisor has a stage for each route. Any thread.
#ifndef GUARD_INTERCEPTOR_DECODE_ROUTE_H_
#define GUARD_INTERCEPTOR_DECODE_ROUTE_H_

#include "interceptor/calls/notification.h"
#include "interceptor/calls/raw_call.h"

namespace guard::interceptor {

enum class Route {
  kReach,             // reaches another process: registers decide (reach_rules.h)
  kMissing,           // this kernel does not have the call: ENOSYS
  kDecode,            // has to be decoded; then the second route_of() tells
  kNoteOnly,          // changes the caller alone: it goes on, and what guard had cached is dropped
  kChangesNothing,    // succeeds without a look at what it names
  kNamespaces,        // new namespaces, mounts, roots (namespace_rules.h)
  kPathOnly,          // opens without a right to read or write: the flag lies in a register
  kPathOnlyInMemory,  // the same with the flag in memory: ENOSYS
  kResolve,           // what it names is held, and judged
};
inline constexpr int kRoutes = 9;

[[nodiscard]] Route route_of(const Notification& call);
[[nodiscard]] Route route_of(const RawCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_DECODE_ROUTE_H_

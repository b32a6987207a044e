// SPDX-License-Identifier: Apache-2.0
// The descriptors of its caller whose very open files a call needs: sockets, since those are acted
// on as they are, what a message carries, and what an ioctl is made on. Everything else is opened
// anew through /proc. Reads the caller's memory; any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_WANTED_DESCRIPTORS_H_
#define GUARD_INTERCEPTOR_RESOLVE_WANTED_DESCRIPTORS_H_

#include <vector>

#include "interceptor/calls/raw_call.h"

namespace guard::interceptor {

// A call that cannot be read wants nothing more: resolving it then says why.
[[nodiscard]] std::vector<int> wanted_descriptors(const RawCall& raw);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_WANTED_DESCRIPTORS_H_

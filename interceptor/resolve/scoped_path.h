// SPDX-License-Identifier: Apache-2.0
// A path of openat2(2) with RESOLVE_* flags -> what it names, held. The kernel walks, from the
// tracee's own folder and under those very flags: what they forbid fails as it would have. For a
// path that may have to be made the last folder and name are found too. Call it with the tracee's
// rights; any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_SCOPED_PATH_H_
#define GUARD_INTERCEPTOR_RESOLVE_SCOPED_PATH_H_

#include "base/error.h"
#include "interceptor/calls/raw_call.h"
#include "interceptor/resolve/path_resolver.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

Result<HeldPath> resolve_scoped(const Tracee& tracee, const StartFolder& start,
                                const RawCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_SCOPED_PATH_H_

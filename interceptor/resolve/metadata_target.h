// SPDX-License-Identifier: Apache-2.0
// The object of a call that changes metadata: by path, by descriptor, by an empty path. Held, so
// that what is judged is what is changed. Errors carry the kernel's errno. Part of CallResolver;
// any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_METADATA_TARGET_H_
#define GUARD_INTERCEPTOR_RESOLVE_METADATA_TARGET_H_

#include "base/error.h"
#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

// The object that the call's own descriptor names; before credentials are switched.
Result<StartFolder> open_named_descriptor(const Tracee& tracee, const RawCall& raw);
// Fills call.first. `start`: the folder of the path, or the named descriptor itself. Inside the
// tracee's CredentialScope.
Result<void> hold_metadata_target(HeldCall& call, StartFolder start);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_METADATA_TARGET_H_

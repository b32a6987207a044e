// SPDX-License-Identifier: Apache-2.0
// These hold the objects of a call, an operation at a time, in two steps: prepare_*() with guard's
// own rights, as other processes' folders, memory and descriptors are closed to the tracee's;
// resolve_*() with the tracee's, as the kernel would look up its names. The operation table
// (operations/operation_table.h) says which operation has which. An error's errno is what the
// tracee is answered. Any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_RESOLVERS_H_
#define GUARD_INTERCEPTOR_RESOLVE_RESOLVERS_H_

#include "base/error.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/resolve/image_heads.h"
#include "interceptor/resolve/path_resolver.h"

namespace guard::interceptor {

// Everything that resolving one call needs. Lives as long as CallResolver::resolve() runs.
struct Resolving {
  HeldCall& call;
  StartFolder first;
  StartFolder second;
  ImageHeads& heads;
};

Result<void> prepare_nothing(Resolving& r);
Result<void> prepare_path(Resolving& r);
Result<void> prepare_two_paths(Resolving& r);
Result<void> prepare_socket(Resolving& r);
Result<void> prepare_shared(Resolving& r);

Result<void> resolve_first_name(Resolving& r);
Result<void> resolve_two_names(Resolving& r);
Result<void> resolve_remove(Resolving& r);
Result<void> resolve_rename(Resolving& r);
Result<void> resolve_link(Resolving& r);
Result<void> resolve_truncate(Resolving& r);
Result<void> resolve_open(Resolving& r);
Result<void> resolve_exec(Resolving& r);
Result<void> resolve_socket(Resolving& r);
Result<void> resolve_nothing(Resolving& r);
Result<void> resolve_mount(Resolving& r);
Result<void> resolve_metadata(Resolving& r);
Result<void> resolve_shared(Resolving& r);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_RESOLVERS_H_

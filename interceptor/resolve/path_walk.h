// SPDX-License-Identifier: Apache-2.0
// walk_path: a path followed component by component, as the kernel would for the tracee: links read
// and followed by guard (40 at most), `self` and `thread-self` of procfs replaced by the tracee's,
// magic links followed by the kernel, and fs.protected_symlinks kept. The slow way of
// path_resolver; any thread, inside the tracee's CredentialScope.
#ifndef GUARD_INTERCEPTOR_RESOLVE_PATH_WALK_H_
#define GUARD_INTERCEPTOR_RESOLVE_PATH_WALK_H_

#include <string>

#include "base/error.h"
#include "interceptor/resolve/path_resolver.h"

namespace guard::interceptor {

// `start_fd`: where a relative path starts, ignored for an absolute one.
Result<HeldPath> walk_path(const Tracee& tracee, int start_fd, const std::string& path,
                           LastLink last);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_PATH_WALK_H_

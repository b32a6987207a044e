// SPDX-License-Identifier: Apache-2.0
// foreseen.h for calls that change metadata. Part of it.
#ifndef GUARD_INTERCEPTOR_ACTS_FORESEEN_METADATA_H_
#define GUARD_INTERCEPTOR_ACTS_FORESEEN_METADATA_H_

#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

// EOPNOTSUPP for the mode of a link, EINVAL for times that are none; 0 when it may succeed.
[[nodiscard]] int metadata_error(const HeldCall& call);
// Inside the tracee's CredentialScope: EROFS, EPERM, EACCES; 0 when it may succeed.
[[nodiscard]] int metadata_denial(const HeldCall& call);
// A device node needs CAP_MKNOD, but for the whiteout of overlayfs (fs/namei.c, vfs_mknod).
[[nodiscard]] int node_denial(const HeldCall& call);
// A System V object is its owner's and its creator's (ipc/util.c, ipcctl_obtain_check).
[[nodiscard]] int shared_denial(const HeldCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_FORESEEN_METADATA_H_

// SPDX-License-Identifier: Apache-2.0
// The Landlock domain of the tree. guard makes the ruleset before the fork; the child enforces it,
// for ever, for itself and all it starts. guard itself stays outside.
//   A, the scopes: no signals to and no abstract sockets of processes outside. It handles no file
//      right, so mounts and setuid programs work as before.
//   B, the roots: writing, making, removing, moving, truncating and device control of files, below
//      these folders only. All of that is mediated anyway: B bounds what would reach the disk past
//      guard, a raced CONTINUE or a call that nobody thought of. An approved write outside of the
//      roots still happens, since guard does it and hands the file in. A domain with B refuses
//      every mount, whatever the user namespace (security/landlock/fs.c, hook_sb_mount).
// Any domain stops ptrace, process_vm_*, pidfd_getfd and /proc/PID/{mem,fd,root} of everything
// outside (Documentation/userspace-api/landlock.rst). Not covered by any right up to ABI 7: chmod,
// chown, utimes, setxattr, chdir, path-named Unix sockets.
#ifndef GUARD_INTERCEPTOR_KERNEL_LANDLOCK_H_
#define GUARD_INTERCEPTOR_KERNEL_LANDLOCK_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"

namespace guard::interceptor {

inline constexpr int kLandlockWithRoots =
    int_limit("landlock.roots");  // truncation is a right: Linux 6.2
inline constexpr int kLandlockWithScopes = int_limit("landlock.scopes");  // Linux 6.12

// The objects that may be written directly. Folders that do not exist are left out: what is made
// there later is made by guard.
struct LandlockRoots {
  std::vector<std::string> folders;  // everything below
  std::vector<std::string> devices;  // files that exist below: writing and ioctl, making nothing
};

// `roots`: none leaves B out. kUnsupported: B is asked for below ABI 3, or neither A nor B can be
// had.
[[nodiscard]] Result<UniqueFd> make_ruleset(int landlock_abi,
                                            const std::optional<LandlockRoots>& roots);

// Async-signal-safe. 0, or the errno; EPERM: neither no_new_privs nor CAP_SYS_ADMIN.
[[nodiscard]] int enforce(int ruleset_fd);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_KERNEL_LANDLOCK_H_

// SPDX-License-Identifier: Apache-2.0
// ProcfsPlace: where in which procfs a folder lies. A tracee may see several: guard's own /proc,
// and instances that a sandbox of the tree mounted for its own pid namespace, whose numbers are
// others. Read by descriptors and names; any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_PROCFS_PLACE_H_
#define GUARD_INTERCEPTOR_RESOLVE_PROCFS_PLACE_H_

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

struct ProcfsPlace {
  UniqueFd root;                 // O_PATH of the instance's root folder
  std::string below;             // from there: "" for the root itself, "123/fd", "sys/kernel"
  bool shows_guard = false;      // its numbers are guard's; else a namespace that the tree made
  std::optional<pid_t> process;  // the first part of `below`, when that is a number
};

inline constexpr int kDeepestOfProcfs = int_limit("procfs.depth");

// `folder` lies on procfs. Fails when its root cannot be found (a folder of procfs mounted
// elsewhere, or as many folders or more above it as `deepest`).
Result<ProcfsPlace> procfs_place_of(int folder, int deepest = kDeepestOfProcfs);

// The meaning of `self` and `thread-self` in this instance for the tracee: "123", "123/task/124".
// ENOENT: the tracee has no number there, as the kernel would say.
Result<std::string> self_in(const ProcfsPlace& place, const Tracee& tracee);
Result<std::string> thread_self_in(const ProcfsPlace& place, const Tracee& tracee);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_PROCFS_PLACE_H_

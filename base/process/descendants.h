// SPDX-License-Identifier: Apache-2.0
// The processes below the calling one. end_descendants kills all of them until none is left: call
// it in a subreaper (PR_SET_CHILD_SUBREAPER), where orphans arrive instead of escaping. Reads
// /proc; reaps what it kills.
#ifndef GUARD_BASE_PROCESS_DESCENDANTS_H_
#define GUARD_BASE_PROCESS_DESCENDANTS_H_

#include <sys/types.h>

#include <functional>
#include <vector>

namespace guard {

[[nodiscard]] std::vector<pid_t> descendants_of(pid_t ancestor);
void end_descendants();
// Only those for which WHICH says so; the others live on. Waits until none of these is left.
void end_descendants(const std::function<bool(pid_t)>& which);

}  // namespace guard

#endif  // GUARD_BASE_PROCESS_DESCENDANTS_H_

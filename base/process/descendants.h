// SPDX-License-Identifier: Apache-2.0
// The processes below another. /proc is read process by process, and not at one moment: a look is
// made again until nobody in it hangs in the air, descendants.looks at most. end_descendants kills
// all of them until none is left: call it in a subreaper (PR_SET_CHILD_SUBREAPER), where orphans
// arrive instead of escaping; it reaps what it kills. Any thread.
#ifndef GUARD_BASE_PROCESS_DESCENDANTS_H_
#define GUARD_BASE_PROCESS_DESCENDANTS_H_

#include <sys/types.h>

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace guard {

struct ProcessesBelow {
  std::vector<pid_t> found;
  // False: no look was whole, and some may be missing. Whoever must have all takes it for a
  // failure.
  bool all = true;
};

// One look at all processes; empty: /proc could not be read whole.
using ChildrenByParent = std::unordered_map<pid_t, std::vector<pid_t>>;
using LookAtProcesses = std::function<std::optional<ChildrenByParent>()>;

[[nodiscard]] ProcessesBelow processes_below(pid_t ancestor);
[[nodiscard]] ProcessesBelow processes_below(pid_t ancestor, const LookAtProcesses& look);
// Where one that is missing costs nothing: a line for people, a look that is made again.
[[nodiscard]] std::vector<pid_t> descendants_of(pid_t ancestor);
void end_descendants();
// Only those for which WHICH says so; the others live on. Waits until none of these is left.
void end_descendants(const std::function<bool(pid_t)>& which);

}  // namespace guard

#endif  // GUARD_BASE_PROCESS_DESCENDANTS_H_

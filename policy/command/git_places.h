// SPDX-License-Identifier: Apache-2.0
// Which names the words of a git command have it make: `git worktree add ../x`, `git archive -o F`.
// What lies in .git and in the work tree is git's trade and not among them. Pure; any thread.
#ifndef GUARD_POLICY_COMMAND_GIT_PLACES_H_
#define GUARD_POLICY_COMMAND_GIT_PLACES_H_

#include <string>
#include <vector>

#include "policy/command/command_line.h"

namespace guard::policy {

// As they were given: relative to the folder that `-C` leads to. LINE is one of git.
[[nodiscard]] std::vector<std::string> places_git_makes(const CommandLine& line);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_GIT_PLACES_H_

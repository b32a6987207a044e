// SPDX-License-Identifier: Apache-2.0
// The commits that a git command works on, by its words: of HEAD, of each branch, tag and branch of
// a remote that it names, of the newest stash. Two looks are equal where git would find the same
// commits. No program is run. Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_REFS_H_
#define GUARD_SUPERVISOR_GIT_GIT_REFS_H_

#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {

// "refs/heads/main 0123...", "HEAD 0123...". Empty: none is understood.
[[nodiscard]] std::vector<std::string> refs_named(const GitPlace& place,
                                                  const policy::CommandLine& line);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_REFS_H_

// SPDX-License-Identifier: Apache-2.0
// The names that the words of a git command have it make: `git worktree add ../x`, `git archive -o
// F`, where what lies in .git and in the work tree is git's trade and not among them; and which
// files of a work tree they name: rules and secrets hold for git, too. Pure; any thread.
#ifndef GUARD_POLICY_COMMAND_GIT_PLACES_H_
#define GUARD_POLICY_COMMAND_GIT_PLACES_H_

#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "policy/vocabulary/action.h"

namespace guard::policy {

// As they were given: relative to the folder that `-C` leads to. LINE is one of git.
[[nodiscard]] std::vector<std::string> places_git_makes(const CommandLine& line);

// The act of git itself on a file that its words name: `git mv A B`, `git rm A`, `git add A`.
struct NamedFile {
  Act act = Act::kRead;  // kRead, kModify, kDelete or kRename
  std::string path;
  std::string to = {};  // of a move: the new name, or the folder that it goes to
  bool operator==(const NamedFile&) const = default;
};
// As they were given. For a checkout without `--` the first may be a commit.
[[nodiscard]] std::vector<NamedFile> files_git_names(const CommandLine& line);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_GIT_PLACES_H_

// SPDX-License-Identifier: Apache-2.0
// The place of a workspace's repository that lies elsewhere: a linked work tree (git
// worktree), a submodule, `git init --separate-git-dir`. Reads files; at the start of a session,
// any thread.
#ifndef GUARD_SUPERVISOR_FACTS_LINKED_REPOSITORY_H_
#define GUARD_SUPERVISOR_FACTS_LINKED_REPOSITORY_H_

#include <string>
#include <vector>

namespace guard::supervisor {

// Canonical: the git folder that WORKSPACE (canonical), or the nearest folder above it, hangs from
// by a file `.git`; of a linked work tree the common one. Empty: it has a folder `.git` of its own,
// or none, or what its file names does not name it in turn: anybody may write such a file.
[[nodiscard]] std::vector<std::string> git_folders_of(const std::string& workspace);

// Canonical: the work tree that WORKSPACE (canonical) is a submodule of; empty: it is none, or its
// repository does not lie in the superproject's (gitsubmodules(7), absorbed git directories).
[[nodiscard]] std::string superproject_of(const std::string& workspace);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_LINKED_REPOSITORY_H_

// SPDX-License-Identifier: Apache-2.0
// Work trees that git added in this session, beside the workspace: `git worktree add ../x` is one
// question, and what lies in ../x from then on is the workspace's, as its other files are. git's
// own list says so (COMMON/worktrees/NAME/gitdir, gitrepository-layout(5)), which nobody but git
// writes unasked, and the folder was made in this session: a folder of before, or one that git only
// names, stays what it was. Reads files; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_ADDED_WORKTREE_H_
#define GUARD_SUPERVISOR_FACTS_ADDED_WORKTREE_H_

#include <functional>
#include <string>
#include <vector>

namespace guard::supervisor {

// Canonical. WORKSPACE: its folders; GIT_FOLDERS: repositories of the workspace that lie elsewhere.
// IS_BORN: of the folder that a descriptor holds.
[[nodiscard]] std::vector<std::string> added_worktrees(
    const std::vector<std::string>& workspace, const std::vector<std::string>& git_folders,
    const std::function<bool(int folder)>& is_born);

// TREE and all that is in it satisfy IS_BORN. False too where that cannot be told of each, or in
// time.
[[nodiscard]] bool is_born_whole(const std::string& tree, const std::function<bool(int)>& is_born);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_ADDED_WORKTREE_H_

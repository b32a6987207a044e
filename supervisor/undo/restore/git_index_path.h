// SPDX-License-Identifier: Apache-2.0
// The names of a repository's index. `git status` writes it anew whenever somebody looks, so that
// another one there is nobody's work. Pure, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_GIT_INDEX_PATH_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_GIT_INDEX_PATH_H_

#include <string_view>

namespace guard::supervisor {

// ".git/index", ".git/worktrees/NAME/index", ".git/modules/NAME/index".
[[nodiscard]] inline bool is_git_index(std::string_view path) {
  constexpr std::string_view kName = "/index";
  if (!path.ends_with(kName)) return false;
  path.remove_suffix(kName.size());
  return path.ends_with("/.git") || path.find("/.git/worktrees/") != std::string_view::npos ||
         path.find("/.git/modules/") != std::string_view::npos;
}

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_GIT_INDEX_PATH_H_

// SPDX-License-Identifier: Apache-2.0
// Files in a folder of git that git does not keep: the texts that it gives to an editor, what
// editors put beside them, and the locks of other tools. Any thread.
#ifndef GUARD_POLICY_EFFECTS_GIT_SIDE_FILES_H_
#define GUARD_POLICY_EFFECTS_GIT_SIDE_FILES_H_

#include <string>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::policy {

// OBJECT lies in a folder of git (path class vcs), and whoever writes, moves or deletes it takes
// nothing away that git keeps: git writes a text anew for each use, and a name that only an editor
// or a tool gives counts while nothing of before has it. Git runs nothing that such a file says,
// but for the todo list of a rebase: that one counts only where this session began the rebase,
// whose programs are judged. GIT_FOLDERS: those that lie elsewhere.
[[nodiscard]] bool is_beside_gits_own(const Object& object,
                                      const std::vector<std::string>& git_folders);
// A patch as `git am` has `git mailsplit` write it, for itself alone: a new name of digits in the
// rebase-apply of a work tree or of a submodule. git runs nothing of that name, anywhere.
[[nodiscard]] bool is_split_mail(const Object& object, const std::vector<std::string>& git_folders);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_GIT_SIDE_FILES_H_

// SPDX-License-Identifier: Apache-2.0
// The commit that the words of a command name (gitrevisions(7)), as far as it is certain: what git
// would take for something else, or would have to choose, is none. Read from refs, logs and objects
// alone; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_REVISION_H_
#define GUARD_SUPERVISOR_GIT_GIT_REVISION_H_

#include <optional>
#include <string>

#include "supervisor/git/git_objects.h"

namespace guard::supervisor {

struct RevisionPlace {
  GitObjects& objects;
  int common = -1;   // the folder of the repository with its refs
  int own = -1;      // that of the work tree, with HEAD and ORIG_HEAD; -1: not known
  std::string head;  // the commit that HEAD stands for
};

// "HEAD~2", "main^", a branch, a tag, a branch of a remote, an id or the beginning of one,
// "HEAD@{1}", "@{1}" (of BRANCH, that HEAD names), "ORIG_HEAD". Nothing: another form, or none, or
// several have that name.
[[nodiscard]] std::optional<std::string> commit_named(const RevisionPlace& place,
                                                      const std::string& branch,
                                                      const std::string& text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_REVISION_H_

// SPDX-License-Identifier: Apache-2.0
// is_kept_by_git: whether a repository that was there before has the content of a file, committed
// or not: what git takes out of its work tree then, git can give back. Reads files; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_KEEPS_H_
#define GUARD_SUPERVISOR_FACTS_GIT_KEEPS_H_

#include <string>

#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

// FD holds the file (O_PATH will do), PATH is its canonical path. The repository is the nearest one
// above it. False also where it was made in this session, which may throw it away, and where the
// content is larger than limit git.file or cannot be read.
[[nodiscard]] bool is_kept_by_git(const PathFacts& paths, int fd, const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_KEEPS_H_

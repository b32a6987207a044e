// SPDX-License-Identifier: Apache-2.0
// The index of a work tree as it is now, whole: what git itself would write over, and what it has
// of it. GitIndex (git_index.h) is the one that the session began with. Blocks on nothing
// but the disk; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_WORK_INDEX_H_
#define GUARD_SUPERVISOR_GIT_GIT_WORK_INDEX_H_

#include <time.h>

#include <optional>
#include <string>
#include <vector>

#include "supervisor/git/git_index_file.h"

namespace guard::supervisor {

struct GitWorkIndex {
  std::vector<GitIndexEntry> entries;
  GitIndexEnd end;
  timespec written{};  // a file that was written at that moment may have been changed since
};

// Where there is no index nothing is tracked. Nothing: it is not understood, is split in two, or is
// too large.
[[nodiscard]] std::optional<GitWorkIndex> read_work_index(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_WORK_INDEX_H_

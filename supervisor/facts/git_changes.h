// SPDX-License-Identifier: Apache-2.0
// Work that is not committed: files of a work tree that differ from the index, entries of the index
// that differ from the commit, and files that git does not know where another commit has one. For
// people who are asked, and, where it is sure that there is none, for the verdict on what writes
// these files. Read from the index, the objects and the files
// themselves: a file counts as unchanged when its status is the one that git noted, else when its
// content has the id that git noted. Bounded in time and bytes. No program is run, so filters
// (LFS, line ends) are not: a file that only they would make equal counts as changed, and so does
// whatever lies where git would have to make room for a file or its folder. Files of
// secrets are not opened. Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_CHANGES_H_
#define GUARD_SUPERVISOR_FACTS_GIT_CHANGES_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/facts/path_facts.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {

struct GitChangesQuery {
  const GitPlace& place;
  const PathFacts& paths;
  // Paths below the top of the work tree that the command is about.
  std::function<bool(std::string_view)> covers;
  bool staged = false;      // what is staged counts too
  std::string target = {};  // id of the commit whose files would be written; empty: the index's are
  bool into_submodules = false;  // git goes on into those that are covered: so does the look
  int deepest = 4;               // submodules within submodules
  std::chrono::milliseconds time = std::chrono::milliseconds(400);
  std::size_t bytes = 64UL << 20U;  // of files whose content is looked at
};

struct GitChanges {
  std::uint64_t count = 0;
  std::vector<std::string> names = {};  // the first few, below the top of the work tree
  bool complete = true;                 // false: a limit was reached; at least these
  // False: a file counts as unchanged whose line ends differ; or what the command may reach was not
  // looked at: a folder of a sparse index, a submodule whose commit would change or which git goes
  // into.
  bool sure = true;
  // All of them are files that were as the commit has them when the session began, and what is
  // staged of them, it staged.
  bool own = false;
};

// Nothing: the index or the commit cannot be read, or is not understood.
[[nodiscard]] std::optional<GitChanges> uncommitted_changes(const GitChangesQuery& query);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_CHANGES_H_

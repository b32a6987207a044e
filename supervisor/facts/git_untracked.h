// SPDX-License-Identifier: Apache-2.0
// The files that a `git clean` would delete: those of the work tree that have no entry in the
// index, but for what its .gitignore files, `info/exclude` and `core.excludesFile` leave out. For
// people who are asked; for a verdict only where this session made all of them, and undo saves what
// git would delete beside. Bounded in time and entries; no link is followed.
// Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_UNTRACKED_H_
#define GUARD_SUPERVISOR_FACTS_GIT_UNTRACKED_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "supervisor/facts/path_facts.h"
#include "supervisor/git/git_pathspec.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {

enum class GitIgnored { kKept, kToo, kAlone };  // without -x, with it, with -X

struct GitCleanQuery {
  const GitPlace& place;
  const PathFacts& paths;
  GitCovers covers;
  std::string excludes = {};  // core.excludesFile; empty: none
  std::string kept = {};      // the patterns of -e, one a line
  bool folders = false;       // untracked folders too
  bool repositories = false;  // and those that are repositories of their own
  GitIgnored ignored = GitIgnored::kKept;
  std::chrono::milliseconds time = std::chrono::milliseconds(400);
  std::uint64_t entries = 50'000;
};

struct GitUntracked {
  std::uint64_t files = 0;  // whatever is no folder
  std::uint64_t bytes = 0;
  std::uint64_t secrets = 0;
  std::uint64_t of_before = 0;          // that this session did not make, or that cannot be told
  std::vector<std::string> names = {};  // the first few, "src/new.c", "out/" for a whole folder
  bool more_names = false;
  bool complete = true;  // false: a limit was reached; at least these
};

// Nothing: the index cannot be read.
[[nodiscard]] std::optional<GitUntracked> untracked_files(const GitCleanQuery& query);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_UNTRACKED_H_

// SPDX-License-Identifier: Apache-2.0
// A session's changes of git's own files, as people know them: "main goes back 3 commits", not the
// thirty files in which git keeps that. Reads the store, the repository and its objects, which may
// be anybody's work: every read is bounded, and what cannot be told is left out. One thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_GIT_H_
#define GUARD_CONSOLE_UNDO_UNDO_GIT_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "supervisor/undo/store/entry.h"

namespace guard::console {

// It lies in a repository's folder `.git`, or is that; or in a bare repository that is in no work
// tree, under a name that git gives there.
[[nodiscard]] bool is_in_git(const supervisor::UndoEntry& entry);
// And is a file in which git keeps history: no setting, no hook.
[[nodiscard]] bool is_gits_own(const supervisor::UndoEntry& entry);

// PATH's repository, also a bare one in a work tree, and the rest of PATH in it:
// {"/home/ana/shop/.git", "refs/heads/main"}; empty where it is in none.
struct InGit {
  std::string repository;
  std::string name;
};
[[nodiscard]] InGit in_git(const std::string& path);

struct GitChanges {
  std::string folder;  // "/home/ana/shop/.git"
  std::size_t changes = 0;
  std::vector<std::string> branches;  // "main goes back 3 commits (avg, new, edit)"; safe text
};
// One for each repository. ROOT: STATE/undo. ENTRIES: the oldest first; those that are not git's
// own do not count.
[[nodiscard]] std::vector<GitChanges> git_changes(
    const std::string& root, const std::vector<const supervisor::UndoEntry*>& entries);
// "/home/ana/shop/.git: main goes back 3 commits (avg, new, edit); 23 files of git's own"
[[nodiscard]] std::string git_line(const GitChanges& changes);

// Files of git's own that need a choice, as after a commit of somebody else: a line for each
// repository, with the reason of the first.
class GitConflicts {
 public:
  void add(const supervisor::UndoEntry& entry, const std::string& conflict);
  [[nodiscard]] bool is_empty() const { return by_repository_.empty(); }
  // "/home/ana/shop/.git: 5 files of git's own, such as refs/heads/main: changed since ..."
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  struct Row {
    std::size_t files = 0;
    std::string first;
    std::string conflict;
  };
  std::map<std::string, Row> by_repository_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_GIT_H_

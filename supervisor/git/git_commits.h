// SPDX-License-Identifier: Apache-2.0
// Commits that one ref has and another one has not: a push sends them, a reset leaves them behind,
// an undo takes them back. As this repository knows them. Read from refs and objects alone
// (git_head.h, git_objects.h); what cannot be followed to its end (a shallow or very long history,
// objects of another store) is not told. Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_COMMITS_H_
#define GUARD_SUPERVISOR_GIT_GIT_COMMITS_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"
#include "policy/command/command_line.h"
#include "supervisor/git/git_objects.h"

namespace guard::supervisor {

struct OpenRepository {
  UniqueFd folder;
  std::unique_ptr<GitObjects> objects;
};
// GIT_FOLDER: the common one of the repository. Nothing: it holds no plain folder of objects.
[[nodiscard]] std::optional<OpenRepository> open_repository(const std::string& git_folder);

struct CommitList {
  std::size_t count = 0;
  std::vector<std::string> subjects = {};  // newest first, the first few
  bool operator==(const CommitList&) const = default;
};

// The commits that FROM reaches and THAN does not. Ids.
[[nodiscard]] std::optional<CommitList> commits_only_in(GitObjects& objects,
                                                        const std::string& from,
                                                        const std::string& than);

// "4 commits (fix it, add it, do it, ...)"; "no commit".
[[nodiscard]] std::string text_of(const CommitList& list);

// A sentence for the question about a `git reset --hard TARGET`: "main goes back 1 commit (avg)".
// OWN_FOLDER: that of the work tree, with HEAD.
[[nodiscard]] std::vector<std::string> told_of_reset(const std::string& git_folder,
                                                     const std::string& own_folder,
                                                     const std::string& branch,
                                                     const policy::CommandLine& line);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_COMMITS_H_

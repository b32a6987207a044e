// SPDX-License-Identifier: Apache-2.0
// Commits that one ref has and another one has not: a push sends them, a reset leaves them behind,
// an undo takes them back. As this repository knows them. Read from refs and objects alone
// (git_head.h, git_objects.h); what cannot be followed to its end (a shallow or very long history,
// objects of another store) is not told. Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_COMMITS_H_
#define GUARD_SUPERVISOR_FACTS_GIT_COMMITS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "supervisor/facts/git_objects.h"

namespace guard::supervisor {

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

// Sentences for a question: of a `git push` of one branch, "main to origin/main: 2 commits (b, a)",
// and what it would overwrite there, as last fetched. GIT_FOLDER: the common one of the repository.
// BRANCH: that HEAD names. REMOTE: by its name. Empty: nothing is certain.
[[nodiscard]] std::vector<std::string> told_of_push(const std::string& git_folder,
                                                    const std::string& branch,
                                                    const std::string& remote,
                                                    const policy::CommandLine& line);

// The same of a `git reset --hard TARGET`: "main goes back 1 commit (avg)".
[[nodiscard]] std::vector<std::string> told_of_reset(const std::string& git_folder,
                                                     const std::string& branch,
                                                     const policy::CommandLine& line);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_COMMITS_H_

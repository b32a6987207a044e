// SPDX-License-Identifier: Apache-2.0
// Where a `git push` leads, read from its words and from git's configuration before it runs. No
// program is run. A push that cannot be told for certain (other GIT_* settings, rewritten
// addresses, several addresses) is not told. Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_PUSH_H_
#define GUARD_SUPERVISOR_FACTS_GIT_PUSH_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "policy/vocabulary/action.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

struct PushPlace {
  std::string remote = {};      // as git calls it: "origin"; empty: named by its address
  std::string address = {};     // as configured or written; may hold a password; empty: not certain
  std::string repository = {};  // canonical, of a repository on this machine: the folder that holds
                                // its objects; empty: elsewhere, or there is none
  // The settings of the remote make such a push delete or overwrite branches there: mirror, or a
  // refspec with `+` or without a source.
  bool replaces = false;
  std::vector<std::string> told = {};  // what is sent and overwritten, for people (git_commits.h)
  bool operator==(const PushPlace&) const = default;
};

// EXEC starts git itself with these words. HOME: of the user whose configuration holds.
[[nodiscard]] std::optional<PushPlace> push_place_of(const policy::Action& exec,
                                                     const policy::CommandLine& line,
                                                     const std::string& home);

// The commits that a `git reset --hard` leaves behind, for people; empty: nothing is certain.
[[nodiscard]] std::vector<std::string> told_of_reset(const policy::Action& exec,
                                                     const policy::CommandLine& line);

// The commits that the words mean by now (supervisor/git/git_refs.h).
[[nodiscard]] std::vector<std::string> refs_named(const policy::Action& exec,
                                                  const policy::CommandLine& line);

// The session made it, with all that it keeps its history in: nothing of before is there.
[[nodiscard]] bool is_born_repository(const PathFacts& paths, const std::string& repository);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_PUSH_H_

// SPDX-License-Identifier: Apache-2.0
// The work that a git command would throw away, looked at before it runs: uncommitted changes of a
// reset, a checkout, a restore or a switch; files that a clean deletes; stashes that are dropped;
// commits that a deleted branch alone has; a half-made merge of before. For people who are asked. A
// verdict rests on the command's words, but for files that a checkout or a restore names, and for
// what this session made itself (files that a clean deletes, a branch, a tag, a file with marks of
// a conflict): where nothing of before is lost, it is ordinary work. Reads the repository and the
// work tree, bounded; on a worker.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_LOSSES_H_
#define GUARD_SUPERVISOR_FACTS_GIT_LOSSES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "policy/vocabulary/action.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

struct GitLoss {
  std::string reason = {};                // in the place of the rule's own; empty: that stays
  std::vector<std::string> details = {};  // what would change
  bool complete = true;                   // false: a limit was reached; at least this
  // It writes nothing but files that it names, and all that it writes over is in the index or in
  // the commit; or all that goes was made in this session. Looked at to the end; false wherever
  // that is not certain.
  bool nothing = false;
  bool operator==(const GitLoss&) const = default;
};

// EXEC starts git itself with ARGV, read as LINE. Nothing: another command, or another form.
[[nodiscard]] std::optional<GitLoss> git_loss_of(const policy::Action& exec,
                                                 const std::vector<std::string>& argv,
                                                 const policy::CommandLine& line,
                                                 const PathFacts& paths);

// How many of FILES files hold secrets, to be said behind their number: ", among them 2 secrets",
// ", a secret" of one file, "" of none.
[[nodiscard]] std::string among_them(std::uint64_t files, std::uint64_t secrets);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_LOSSES_H_

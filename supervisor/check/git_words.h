// SPDX-License-Identifier: Apache-2.0
// The words that come first behind `git`: its own commands, and what an alias of the configuration
// stands for. Reads git's settings, runs nothing. Any thread.
#ifndef GUARD_SUPERVISOR_CHECK_GIT_WORDS_H_
#define GUARD_SUPERVISOR_CHECK_GIT_WORDS_H_

#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "policy/vocabulary/action.h"

namespace guard::supervisor {

// Any other word may be an alias, or git-WORD on PATH.
[[nodiscard]] bool is_gits_own(const std::string& word);
[[nodiscard]] bool talks_to_remotes(const std::string& word);
// It writes files of the work tree that no word names. SUBCOMMAND: "stash", "stash list".
[[nodiscard]] bool rewrites_work_tree(const std::string& subcommand);
// The command that git runs in place of EXEC, whose first word is an alias; {"git", ...}, or a
// shell with its text. Empty: it is none, or what it means cannot be told beforehand. HOME: of the
// user whose configuration holds.
[[nodiscard]] std::vector<std::string> alias_argv(const policy::Action& exec,
                                                  const policy::CommandLine& git,
                                                  const std::string& home);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_GIT_WORDS_H_

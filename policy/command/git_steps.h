// SPDX-License-Identifier: Apache-2.0
// Steps that git takes by itself: `git gc` runs `git reflog expire`, `git stash` runs `git reset
// --hard`. The command that a person or an agent gave was judged; its own steps are no second
// question. Only of subcommands built into git, which no alias can hide, and only what is git
// again. Pure.
#ifndef GUARD_POLICY_COMMAND_GIT_STEPS_H_
#define GUARD_POLICY_COMMAND_GIT_STEPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::policy {

[[nodiscard]] bool is_gits_own_step(const Action& action);

// A helper that a git which logs in (Actor::by_gits_login) asks for the password.
[[nodiscard]] bool is_gits_helper_at_login(const Action& action);

[[nodiscard]] bool is_installed_git(const Actor& actor);

// "push" of `git -C x push`; empty: none, or it stands behind an option that is not known here.
[[nodiscard]] std::string_view git_subcommand(const std::vector<std::string>& argv);

// A git that logs in tells the password to the programs that it has begun: `get`, and `store` after
// it. None but an installed program, and what of the user's own was there before.
[[nodiscard]] bool is_told_a_password(const Action& action);

// `git clone -c credential.helper=X`, `git init --template=DIR`, `git config http.proxy X`: it sets
// for logins to come who is asked for the password, or who sees it.
[[nodiscard]] bool steers_logins_to_come(const std::vector<std::string>& argv);

// A git that asks its helpers for a password, to use and not to show it: the transport, and `git
// credential`, which is judged by itself. Not any git: an alias or a hook is run by git too.
[[nodiscard]] bool logs_in(const Actor& actor);

// `ssh [OPTIONS] HOST "git-upload-pack 'PATH'"`: how git fetches, by whatever GIT_SSH_COMMAND makes
// of it. One word behind the host, since ssh joins several, and only options that say where and as
// whom: a file of settings (-F) may open tunnels. git-receive-pack counts only below `git push`,
// which was judged; an alias may have hidden another's.
[[nodiscard]] bool is_gits_transport(const Action& action);

// git that chooses itself where it writes: with `git log --output=FILE` or `git archive -o FILE`
// the file is the caller's choice, and git's rights in .git and the workspace do not hold.
// `git credential-store`: the one step of git that reads its passwords.
[[nodiscard]] bool keeps_credentials(const std::vector<std::string>& argv);
[[nodiscard]] bool is_git_on_its_own(const std::string& exe, const std::vector<std::string>& argv);

// A step of git writes this besides its data, as its subcommand says. It has no right where its
// words name another work tree.
struct GitRights {
  bool sets = false;         // settings of a repository
  bool checks_out = false;   // tracked files, whatever their names mean
  bool links_trees = false;  // what ties a work tree to its repository
};
[[nodiscard]] GitRights git_rights(const std::vector<std::string>& argv);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_GIT_STEPS_H_

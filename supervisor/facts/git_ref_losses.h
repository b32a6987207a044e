// SPDX-License-Identifier: Apache-2.0
// The part of git_losses.h that is about names: stashes, branches and tags that a command drops or
// moves, and the commits that they alone have. Reads the repository, bounded; on a worker.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_REF_LOSSES_H_
#define GUARD_SUPERVISOR_FACTS_GIT_REF_LOSSES_H_

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/facts/git_losses.h"
#include "supervisor/git/git_config.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {

// Refers to what the caller holds.
struct GitLossQuestion {
  const GitPlace& place;
  const GitSettings& settings;
  const std::vector<std::string>& argv;
  const policy::CommandLine& line;
  const PathFacts& paths;
};

[[nodiscard]] bool has_any(const policy::CommandLine& line,
                           std::initializer_list<std::string_view> flags);
// The id of a commit as the command names it; empty: not known.
[[nodiscard]] std::string id_of_named(const GitLossQuestion& asked, const std::string& commit);
// "a, b, ...": safe text. ALL: there are no more.
[[nodiscard]] std::string joined_names(const std::vector<std::string>& names, bool all);
// The session made what stands there.
[[nodiscard]] bool is_born_at(const PathFacts& paths, const std::filesystem::path& path);

// Each as git_loss_of(), of one subcommand.
[[nodiscard]] std::optional<GitLoss> loss_by_stash(const GitLossQuestion& asked);
[[nodiscard]] std::optional<GitLoss> loss_by_branch(const GitLossQuestion& asked);
[[nodiscard]] std::optional<GitLoss> loss_by_tag(const GitLossQuestion& asked);
// `checkout -B` and `switch -C`; nothing: another form.
[[nodiscard]] std::optional<GitLoss> loss_by_moved_branch(const GitLossQuestion& asked);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_REF_LOSSES_H_

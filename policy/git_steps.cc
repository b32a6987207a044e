// SPDX-License-Identifier: Apache-2.0
#include "policy/git_steps.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace guard::policy {
namespace {

// Not bisect, submodule, difftool and filter-branch: what those run comes from their arguments.
constexpr std::array<std::string_view, 18> kOwnSteps = {
    "am",     "checkout",    "cherry-pick", "clone", "commit", "fetch",
    "gc",     "maintenance", "merge",       "prune", "pull",   "rebase",
    "repack", "reset",       "revert",      "stash", "switch", "worktree"};

constexpr std::array<std::string_view, 7> kValueOptions = {
    "-c", "-C", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env"};

bool is_git(std::string_view exe) {
  const std::string_view name = base_name(exe);
  return name == "git" || name.starts_with("git-");
}

std::string_view subcommand_of(const std::vector<std::string>& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string_view word = argv[i];
    if (!word.starts_with('-')) return word;
    if (std::find(kValueOptions.begin(), kValueOptions.end(), word) != kValueOptions.end()) ++i;
  }
  return {};
}

}  // namespace

bool is_gits_own_step(const Action& action) {
  if (action.act != Act::kExec || action.image_origin != ImageOrigin::kInstalled) return false;
  if (!action.actor.installed || !is_git(action.actor.exe) || !is_git(action.exe)) return false;
  const std::string_view given = subcommand_of(action.actor.argv);
  return std::find(kOwnSteps.begin(), kOwnSteps.end(), given) != kOwnSteps.end();
}

}  // namespace guard::policy

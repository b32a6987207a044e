// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_ref_losses.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_revision.h"
#include "supervisor/git/git_stashes.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::size_t kMostShown = 3;

// Without a log, the newest one may be there all the same.
GitLoss no_stash(const GitLossQuestion& asked) {
  auto repository = open_repository(asked.place.common.string());
  return GitLoss{"there is no stash",
                 {},
                 true,
                 repository && has_no_ref(repository->folder.get(), "refs/stash")};
}

struct Dropped {
  std::string refs;       // "refs/heads/"
  std::string made_with;  // the file of the name below it was made when the ref was
  const char* what;       // "a branch"
};

// The session made each of them, and the branch of HEAD has their commits: among those may be work
// of before that was not committed. A HEAD that names no branch goes elsewhere unasked.
std::optional<GitLoss> loss_by_refs(const GitLossQuestion& asked, const Dropped& dropped) {
  const Words& operands = asked.line.operands;
  auto repository = open_repository(asked.place.common.string());
  const auto head = repository ? head_of(asked.place) : std::nullopt;
  if (!head || operands.empty() || operands.size() > kMostShown) return std::nullopt;
  GitLoss loss;
  loss.nothing = !branch_of(asked.place).empty();
  bool has_all = true;  // HEAD
  for (const std::string& name : operands) {
    const auto id = commit_of_ref(repository->folder.get(), dropped.refs + name);
    const auto alone = id ? commits_only_in(*repository->objects, *id, *head) : std::nullopt;
    if (!alone) return std::nullopt;
    const bool own = is_born_at(asked.paths, asked.place.common / (dropped.made_with + name));
    loss.nothing = loss.nothing && own && alone->count == 0;
    has_all = has_all && alone->count == 0;
    loss.details.push_back(safe_text(name) + " has " + text_of(*alone) +
                           " that HEAD does not have");
  }
  if (loss.nothing)
    loss.reason = std::string("drops ") + dropped.what + " that this session made";
  else if (has_all)
    loss.reason = std::string("drops ") + dropped.what + " whose commits HEAD has, too";
  return loss;
}

// git makes the branch where none has the name; a name of another form may mean another branch. If
// the branch is there: the commits that it does not have any more at START.
std::optional<GitLoss> loss_by_move(const GitLossQuestion& asked, const std::string& name,
                                    const std::string& start) {
  auto repository = open_repository(asked.place.common.string());
  const bool plain = !name.starts_with('-') && name.find_first_of("@{}~^:") == std::string::npos;
  if (!repository || !plain) return std::nullopt;
  const int folder = repository->folder.get();
  if (has_no_ref(folder, "refs/heads/" + name))
    return GitLoss{"makes a new branch", {}, true, true};
  const auto there = commit_of_ref(folder, "refs/heads/" + name);
  const std::string target = id_of_named(asked, start);
  const auto left = there && !target.empty() ? commits_only_in(*repository->objects, *there, target)
                                             : std::optional<CommitList>();
  if (!left) return std::nullopt;
  return GitLoss{
      "", {safe_text(name) + (left->count == 0 ? " loses no commit" : " loses " + text_of(*left))}};
}

// `branch -f NAME [START]`, `branch -M [OLD] NAME`.
std::optional<GitLoss> loss_by_forced_branch(const GitLossQuestion& asked) {
  const Words& operands = asked.line.operands;
  if (operands.empty() || operands.size() > 2) return std::nullopt;
  const bool renames = has_any(asked.line, {"M", "m", "move", "C", "c", "copy"});
  if (!renames) return loss_by_move(asked, operands[0], operands.size() > 1 ? operands[1] : "HEAD");
  auto loss = loss_by_move(asked, operands.back(), operands.size() > 1 ? operands[0] : "HEAD");
  if (loss && loss->nothing) loss->reason = "gives a branch a name that none has";
  return loss;
}

// `checkout -B NAME [START]` and `switch -C NAME [START]`; no flag else, which could throw work
// away.
std::optional<std::string> branch_that_moves(const GitLossQuestion& asked) {
  constexpr auto kPlain = std::to_array<std::string_view>({"q", "quiet", "t", "track", "no-track"});
  constexpr auto kMoves = std::to_array<std::string_view>({"B", "C", "force-create"});
  std::optional<std::string> name;
  for (const policy::Flag& flag : asked.line.flags) {
    if (std::ranges::find(kPlain, flag.name) != kPlain.end()) continue;
    const bool moves = !name && flag.value && std::ranges::find(kMoves, flag.name) != kMoves.end();
    if (!moves) return std::nullopt;
    name = flag.value;
  }
  return asked.line.operands.size() > 1 ? std::nullopt : name;
}

}  // namespace

bool has_any(const policy::CommandLine& line, std::initializer_list<std::string_view> flags) {
  return std::ranges::any_of(flags, [&line](auto flag) { return line.has_flag(flag); });
}

std::string id_of_named(const GitLossQuestion& asked, const std::string& commit) {
  auto repository = open_repository(asked.place.common.string());
  const auto head = repository ? head_of(asked.place) : std::nullopt;
  if (!head) return "";
  const UniqueFd own(
      ::open(asked.place.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  return commit_named({*repository->objects, repository->folder.get(), own.get(), *head},
                      branch_of(asked.place), commit)
      .value_or("");
}

std::string joined_names(const Words& names, bool all) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + safe_text(name);
  return text + (all ? "" : ", ...");
}

bool is_born_at(const PathFacts& paths, const fs::path& path) {
  const UniqueFd object(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  return object.valid() &&
         paths.describe_held(object.get()).recoverability == policy::Recoverability::kBorn;
}

std::optional<GitLoss> loss_by_stash(const GitLossQuestion& asked) {
  const Words& operands = asked.line.operands;
  const auto stashes = stashes_of(asked.place);
  if (!stashes || operands.empty() || (operands[0] != "clear" && operands[0] != "drop"))
    return std::nullopt;
  if (stashes->empty()) return no_stash(asked);
  if (operands[0] == "clear") {
    const auto shown = static_cast<std::ptrdiff_t>(std::min(stashes->size(), kMostShown));
    const Words first(stashes->begin(), stashes->begin() + shown);
    return GitLoss{"throws " + count_text(stashes->size(), "stash", "stashes") + " away",
                   {joined_names(first, first.size() == stashes->size())}};
  }
  const auto number =
      operands.size() > 1 ? number_of_stash(operands[1]) : std::optional<std::size_t>(0);
  if (!number || *number >= stashes->size()) return std::nullopt;
  return GitLoss{"", {"stash@{" + std::to_string(*number) + "}: " + (*stashes)[*number]}};
}

// By its log: git writes a ref anew with each commit, and only adds to its log, which goes along
// where the branch is renamed.
std::optional<GitLoss> loss_by_branch(const GitLossQuestion& asked) {
  if (has_any(asked.line, {"r", "remotes"})) return std::nullopt;
  if (!has_any(asked.line, {"D", "d", "delete"}))
    return has_any(asked.line, {"f", "force", "M", "C"}) ? loss_by_forced_branch(asked)
                                                         : std::nullopt;
  return loss_by_refs(asked, {"refs/heads/", "logs/refs/heads/", "a branch"});
}

// Holds for a plain tag; one with a text of its own is asked about.
std::optional<GitLoss> loss_by_tag(const GitLossQuestion& asked) {
  if (!has_any(asked.line, {"d", "delete"}) || has_any(asked.line, {"f", "force"}))
    return std::nullopt;
  return loss_by_refs(asked, {"refs/tags/", "refs/tags/", "a tag"});
}

std::optional<GitLoss> loss_by_moved_branch(const GitLossQuestion& asked) {
  const auto name = branch_that_moves(asked);
  const Words& operands = asked.line.operands;
  return name ? loss_by_move(asked, *name, operands.empty() ? "HEAD" : operands.front())
              : std::nullopt;
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_losses.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/facts/added_worktree.h"
#include "supervisor/facts/git_changes.h"
#include "supervisor/facts/git_ref_losses.h"
#include "supervisor/facts/git_untracked.h"
#include "supervisor/git/git_half_done.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_pathspec.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Asked = GitLossQuestion;

// --- what a reset, a checkout, a switch or a restore writes over ---

struct Overwriting {
  Words paths = {};  // none: the whole work tree
  bool staged = false;
  std::string commit = {};  // as named; empty: the index's files are written
};

std::optional<Overwriting> reset_of(const Asked& asked) {
  const Words& operands = asked.line.operands;
  if (!asked.line.has_flag("hard") || operands.size() > 1) return std::nullopt;
  return Overwriting{{}, true, operands.empty() ? "HEAD" : operands.front()};
}

std::optional<Overwriting> switch_of(const Asked& asked) {
  const Words& operands = asked.line.operands;
  const bool forced = has_any(asked.line, {"f", "force", "discard-changes"});
  if (!forced || operands.size() > 1 || has_any(asked.line, {"c", "C", "orphan", "d", "detach"}))
    return std::nullopt;
  return Overwriting{{}, true, operands.empty() ? "HEAD" : operands.front()};
}

// Behind "--" all are paths; without it the first is one when it is there.
std::size_t first_path(const Asked& asked) {
  const Words& operands = asked.line.operands;
  if (asked.line.has_flag("--")) {
    const auto dashes = std::ranges::find(asked.argv, "--");
    const auto behind = static_cast<std::size_t>(asked.argv.end() - dashes - 1);
    return operands.size() - std::min(behind, operands.size());
  }
  std::error_code error;
  const bool there =
      !operands.empty() && fs::exists(fs::symlink_status(asked.place.cwd / operands[0], error));
  return there || operands.empty() || operands[0].find_first_of("*?[:") != std::string::npos ? 0
                                                                                             : 1;
}

std::optional<Overwriting> checkout_of(const Asked& asked) {
  const Words& operands = asked.line.operands;
  if (has_any(asked.line, {"b", "B", "orphan", "p", "patch", "ours", "theirs", "m", "merge",
                           "conflict", "d", "detach", "pathspec-from-file", "t", "track"}))
    return std::nullopt;
  const std::size_t first = first_path(asked);
  if (first > 1) return std::nullopt;
  const auto paths = operands.begin() + static_cast<std::ptrdiff_t>(first);
  Overwriting over{{paths, operands.end()}, first == 1, first == 1 ? operands[0] : ""};
  if (!over.paths.empty()) return over;
  if (!has_any(asked.line, {"f", "force"})) return std::nullopt;
  return Overwriting{{}, true, over.commit.empty() ? "HEAD" : over.commit};
}

std::optional<Overwriting> restore_of(const Asked& asked) {
  const bool staged = has_any(asked.line, {"S", "staged"});
  const bool worktree = !staged || has_any(asked.line, {"W", "worktree"});
  if (!worktree || asked.line.operands.empty() ||
      has_any(asked.line,
              {"p", "patch", "ours", "theirs", "m", "merge", "conflict", "pathspec-from-file"}))
    return std::nullopt;
  const auto source = asked.line.value_of("s");
  const auto named = source ? source : asked.line.value_of("source");
  return Overwriting{asked.line.operands, staged, named ? *named : staged ? "HEAD" : ""};
}

GitLoss loss_of(const GitChanges& changes, bool all_known) {
  if (changes.count > 0) {
    const std::string files =
        (changes.complete ? "" : "at least ") + count_text(changes.count, "file", "files");
    const std::string whose =
        changes.own ? "this session's changes of " : "the uncommitted changes of ";
    return {
        "throws " + whose + files + " away",
        {"not committed: " +
         joined_names(changes.names, changes.complete && changes.names.size() == changes.count)},
        changes.complete,
        changes.own && changes.sure && all_known};
  }
  if (!changes.complete)
    return {"", {"not every file could be looked at: some may have uncommitted changes"}, false};
  if (!all_known)
    return {"takes the files of a commit that cannot be told from here",
            {"no tracked file has uncommitted changes"}};
  return {"nothing uncommitted is lost", {}, true, changes.sure};
}

std::string last_of(const GitSettings& settings, std::string_view name) {
  const auto values = values_of(settings, name);
  return values.empty() ? "" : values.back();
}

// Another work tree than the one around the working folder. In a submodule `core.worktree` names
// just that one.
bool is_elsewhere(const GitSettings& settings, const GitPlace& place) {
  if (!last_of(settings, "extensions.worktreeconfig").empty()) return true;
  const std::string named = last_of(settings, "core.worktree");
  if (named.empty()) return false;
  std::error_code error;
  const fs::path tree = fs::canonical(place.folder / named, error);
  return error || place.folder != place.common || tree != fs::canonical(place.top, error) || error;
}

bool goes_into_submodules(const Asked& asked) {
  const std::string set = last_of(asked.settings, "submodule.recurse");
  return asked.line.has_flag("recurse-submodules") || !(set.empty() || set == "false");
}

// No branch moves, and no merge that is half done ends with it.
bool stays_at_head(const Asked& asked, const std::string& commit, const std::string& target) {
  constexpr auto kForgotten = std::to_array<std::string_view>({"merge", "cherry-pick", "revert"});
  const bool same = commit == "HEAD" || (!target.empty() && target == id_of_named(asked, "HEAD"));
  return same && std::ranges::all_of(kForgotten, [&](std::string_view subcommand) {
           return half_done_work(asked.place, subcommand).empty();
         });
}

std::optional<GitLoss> loss_by(const Asked& asked, const std::optional<Overwriting>& over) {
  auto covers = over ? covers_of(over->paths, asked.place) : std::nullopt;
  if (!covers) return std::nullopt;
  const std::string target = over->commit.empty() ? "" : id_of_named(asked, over->commit);
  const auto changes = uncommitted_changes({.place = asked.place,
                                            .paths = asked.paths,
                                            .covers = std::move(*covers),
                                            .staged = over->staged,
                                            .target = target,
                                            .into_submodules = goes_into_submodules(asked)});
  if (!changes) return GitLoss{"", {"what it throws away could not be looked at"}};
  GitLoss loss = loss_of(*changes, over->commit.empty() == target.empty());
  // A branch that moves is more than content. If nobody named the files, somebody may write one
  // meanwhile: undo saves it.
  const bool as_before =
      !over->paths.empty() || (asked.paths.saves() && stays_at_head(asked, over->commit, target));
  loss.nothing = loss.nothing && as_before &&
                 !has_any(asked.line, {"recurse-submodules", "ignore-skip-worktree-bits"});
  return loss;
}

// --- what a clean deletes ---

// git-config(1), core.excludesFile.
std::string excludes_file(const Asked& asked) {
  const std::string& home = asked.paths.classifier().roots().home;
  const std::string set = last_of(asked.settings, "core.excludesfile");
  if (set.empty()) return home + "/.config/git/ignore";
  return set.starts_with("~/") ? home + set.substr(1) : set;
}

std::size_t times_given(const policy::CommandLine& line, std::string_view name) {
  return static_cast<std::size_t>(
      std::ranges::count(line.flags, name, [](const policy::Flag& flag) { return flag.name; }));
}

std::optional<GitLoss> loss_by_clean(const Asked& asked) {
  const Words& operands = asked.line.operands;
  const bool from_below = operands.empty() && asked.place.cwd != asked.place.top;
  auto covers = covers_of(from_below ? Words{"."} : operands, asked.place);
  if (!covers || has_any(asked.line, {"i", "interactive"})) return std::nullopt;
  GitCleanQuery query{.place = asked.place, .paths = asked.paths, .covers = std::move(*covers)};
  query.excludes = excludes_file(asked);
  for (const policy::Flag& flag : asked.line.flags)
    if ((flag.name == "e" || flag.name == "exclude") && flag.value)
      query.kept += *flag.value + "\n";
  query.folders = asked.line.has_flag("d") || !operands.empty();
  query.repositories = times_given(asked.line, "f") + times_given(asked.line, "force") > 1;
  query.ignored = asked.line.has_flag("X")   ? GitIgnored::kAlone
                  : asked.line.has_flag("x") ? GitIgnored::kToo
                                             : GitIgnored::kKept;
  const auto found = untracked_files(query);
  if (!found) return GitLoss{"", {"what it deletes could not be looked at"}};
  if (found->files == 0)
    return found->complete
               ? GitLoss{"deletes nothing: no such file is there", {}, true, asked.paths.saves()}
               : GitLoss{"", {"not every folder could be looked at"}, false};
  const std::string files = (found->complete ? "" : "at least ") +
                            count_text(found->files, "file", "files") + " that git does not track";
  const std::string secrets = among_them(found->files, found->secrets);
  return GitLoss{
      "deletes " + files + secrets,
      {joined_names(found->names, found->complete && !found->more_names) + ", " +
       size_text(found->bytes)},
      found->complete,
      found->complete && found->of_before == 0 && found->secrets == 0 && asked.paths.saves()};
}

// `checkout --ours FILE`: in the place of a file with the marks of a conflict, which a merge of
// this session wrote, comes one side of it. No flag else that changes what happens, and files by
// their plain names.
bool chooses_a_side(const Asked& asked) {
  constexpr auto kPlain =
      std::to_array<std::string_view>({"ours", "theirs", "--", "q", "quiet", "progress"});
  return std::ranges::all_of(asked.line.flags,
                             [&](const policy::Flag& flag) {
                               return std::ranges::find(kPlain, flag.name) != kPlain.end();
                             }) &&
         has_any(asked.line, {"ours", "theirs"}) && !asked.line.operands.empty();
}

std::optional<GitLoss> loss_by_side(const Asked& asked) {
  const bool own = std::ranges::all_of(asked.line.operands, [&](const std::string& word) {
    std::error_code error;
    const fs::path path = asked.place.cwd / word;
    return word.find_first_of("*?[:\\") == std::string::npos &&
           fs::is_regular_file(fs::symlink_status(path, error)) && is_born_at(asked.paths, path);
  });
  if (!own) return std::nullopt;
  return GitLoss{"writes over files that this session wrote", {}, true, true};
}

// --- what an abort throws away ---

// A merge that this session began holds no work of before: git begins it where no file that it
// changes has any.
std::optional<GitLoss> loss_by_abort(const Asked& asked) {
  const auto work = half_done_work(asked.place, asked.line.subcommand);
  if (work.empty()) return GitLoss{"there is nothing to take back", {}, true, true};
  if (!std::ranges::all_of(work,
                           [&](const fs::path& path) { return is_born_at(asked.paths, path); }))
    return std::nullopt;
  return GitLoss{"takes back what this session began", {}, true, true};
}

// `worktree remove --force TREE`: the branch stays, with its commits.
std::optional<GitLoss> loss_by_worktree(const Asked& asked) {
  const Words& operands = asked.line.operands;
  std::error_code error;
  if (operands.size() != 2 || operands[0] != "remove") return std::nullopt;
  const fs::path tree = fs::canonical(asked.place.cwd / operands[1], error);
  const auto added = asked.paths.workspaces();
  const auto is_born_held = [&](int fd) {
    return asked.paths.describe_held(fd).recoverability == policy::Recoverability::kBorn;
  };
  if (error || std::ranges::find(added, tree.string()) == added.end() ||
      !is_born_whole(tree.string(), is_born_held))
    return std::nullopt;
  return GitLoss{"deletes a work tree that this session made", {}, true, asked.paths.saves()};
}

std::optional<GitLoss> loss_by_reset(const Asked& asked) {
  return loss_by(asked, reset_of(asked));
}
std::optional<GitLoss> loss_by_switch(const Asked& asked) {
  if (auto loss = loss_by_moved_branch(asked)) return loss;
  return loss_by(asked, switch_of(asked));
}
std::optional<GitLoss> loss_by_checkout(const Asked& asked) {
  if (auto loss = loss_by_moved_branch(asked)) return loss;
  return chooses_a_side(asked) ? loss_by_side(asked) : loss_by(asked, checkout_of(asked));
}
std::optional<GitLoss> loss_by_restore(const Asked& asked) {
  return chooses_a_side(asked) ? loss_by_side(asked) : loss_by(asked, restore_of(asked));
}

struct Row {
  std::string_view subcommand;
  std::optional<GitLoss> (*look)(const Asked&);
};
constexpr std::array<Row, 14> kGitLossesRows = {{{"merge", loss_by_abort},
                                                 {"rebase", loss_by_abort},
                                                 {"am", loss_by_abort},
                                                 {"cherry-pick", loss_by_abort},
                                                 {"revert", loss_by_abort},
                                                 {"reset", loss_by_reset},
                                                 {"checkout", loss_by_checkout},
                                                 {"switch", loss_by_switch},
                                                 {"restore", loss_by_restore},
                                                 {"clean", loss_by_clean},
                                                 {"stash", loss_by_stash},
                                                 {"branch", loss_by_branch},
                                                 {"tag", loss_by_tag},
                                                 {"worktree", loss_by_worktree}}};

}  // namespace

std::optional<GitLoss> git_loss_of(const policy::Action& exec, const Words& argv,
                                   const policy::CommandLine& line, const PathFacts& paths) {
  const auto row = std::ranges::find(kGitLossesRows, line.subcommand, &Row::subcommand);
  const auto place = row == kGitLossesRows.end() ? std::nullopt : git_place_of(exec, line);
  const auto settings = place ? settings_of(*place, paths.classifier().roots().home) : std::nullopt;
  if (!settings || is_elsewhere(*settings, *place)) return std::nullopt;
  return row->look({*place, *settings, argv, line, paths});
}

std::string among_them(std::uint64_t files, std::uint64_t secrets) {
  if (secrets == 0) return "";
  return files == 1 ? ", a secret" : ", among them " + count_text(secrets, "secret", "secrets");
}

}  // namespace guard::supervisor

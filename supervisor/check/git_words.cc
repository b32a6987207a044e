// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/git_words.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text/text.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {
namespace {

constexpr auto kOfRemotes = std::to_array<std::string_view>(
    {"archive", "clone", "fetch", "lfs", "ls-remote", "pull", "push", "submodule"});

// git-config(1), alias.*: no alias replaces these.
constexpr auto kGitsOwn = std::to_array<std::string_view>({"add",
                                                           "am",
                                                           "annotate",
                                                           "apply",
                                                           "archive",
                                                           "bisect",
                                                           "blame",
                                                           "branch",
                                                           "bundle",
                                                           "cat-file",
                                                           "check-attr",
                                                           "check-ignore",
                                                           "check-mailmap",
                                                           "check-ref-format",
                                                           "checkout",
                                                           "checkout-index",
                                                           "cherry",
                                                           "cherry-pick",
                                                           "clean",
                                                           "clone",
                                                           "column",
                                                           "commit",
                                                           "commit-graph",
                                                           "commit-tree",
                                                           "config",
                                                           "count-objects",
                                                           "describe",
                                                           "diff",
                                                           "diff-files",
                                                           "diff-index",
                                                           "diff-tree",
                                                           "fast-export",
                                                           "fast-import",
                                                           "fetch",
                                                           "fmt-merge-msg",
                                                           "for-each-ref",
                                                           "format-patch",
                                                           "fsck",
                                                           "gc",
                                                           "grep",
                                                           "hash-object",
                                                           "help",
                                                           "index-pack",
                                                           "init",
                                                           "interpret-trailers",
                                                           "log",
                                                           "ls-files",
                                                           "ls-remote",
                                                           "ls-tree",
                                                           "mailinfo",
                                                           "mailsplit",
                                                           "maintenance",
                                                           "merge",
                                                           "merge-base",
                                                           "merge-file",
                                                           "merge-tree",
                                                           "mktag",
                                                           "mktree",
                                                           "mv",
                                                           "name-rev",
                                                           "notes",
                                                           "pack-objects",
                                                           "pack-refs",
                                                           "prune",
                                                           "pull",
                                                           "push",
                                                           "range-diff",
                                                           "read-tree",
                                                           "rebase",
                                                           "reflog",
                                                           "remote",
                                                           "repack",
                                                           "replace",
                                                           "rerere",
                                                           "reset",
                                                           "restore",
                                                           "rev-list",
                                                           "rev-parse",
                                                           "revert",
                                                           "rm",
                                                           "shortlog",
                                                           "show",
                                                           "show-branch",
                                                           "show-index",
                                                           "show-ref",
                                                           "sparse-checkout",
                                                           "stage",
                                                           "stash",
                                                           "status",
                                                           "stripspace",
                                                           "submodule",
                                                           "switch",
                                                           "symbolic-ref",
                                                           "tag",
                                                           "unpack-objects",
                                                           "update-index",
                                                           "update-ref",
                                                           "var",
                                                           "verify-commit",
                                                           "verify-pack",
                                                           "verify-tag",
                                                           "version",
                                                           "whatchanged",
                                                           "worktree",
                                                           "write-tree"});

constexpr auto kOfWorkTree = std::to_array<std::string_view>(
    {"am", "bisect", "checkout", "checkout-index", "cherry-pick", "clean", "merge", "read-tree",
     "rebase", "reset", "restore", "revert", "sparse-checkout", "stash", "submodule", "switch"});
constexpr auto kOfStashAlone = std::to_array<std::string_view>(
    {"stash list", "stash show", "stash drop", "stash clear", "stash create", "stash store"});

bool is_one_of(const std::string& word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::string key_of(const std::string& alias) {
  std::string key = "alias." + alias;
  for (char& c : key)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return key;
}

// Returns the words behind the alias.
std::vector<std::string> operands_of(const std::vector<std::string>& argv,
                                     const std::string& alias) {
  const auto found = std::find(argv.begin() + 1, argv.end(), alias);
  return {found == argv.end() ? found : found + 1, argv.end()};
}

// git-config(1), alias.*: `!` begins text for a shell. Other text is words for git itself, with
// quotes as in a shell.
std::vector<std::string> argv_of(const std::string& text, const std::vector<std::string>& further) {
  const std::string command = text.starts_with('!') ? text.substr(1) : "git " + text;
  return {"sh", "-c", command + (further.empty() ? "" : " " + command_text(further))};
}

}  // namespace

bool is_gits_own(const std::string& word) {
  return is_one_of(word, kGitsOwn);
}

bool talks_to_remotes(const std::string& word) {
  return is_one_of(word, kOfRemotes);
}

bool rewrites_work_tree(const std::string& subcommand) {
  const std::string word = subcommand.substr(0, subcommand.find(' '));
  return is_one_of(word, kOfWorkTree) && !is_one_of(subcommand, kOfStashAlone);
}

std::vector<std::string> alias_argv(const policy::Action& exec, const policy::CommandLine& git,
                                    const std::string& home) {
  const std::string word = git.subcommand.substr(0, git.subcommand.find(' '));
  if (exec.argv.empty() || word.empty() || is_gits_own(word)) return {};
  const auto place = git_place_of(exec, git);
  const auto settings = place ? settings_of(*place, home) : std::nullopt;
  if (!settings) return {};
  const auto texts = values_of(*settings, key_of(word));
  if (texts.empty()) return {};
  return argv_of(texts.back(), operands_of(exec.argv, word));
}

}  // namespace guard::supervisor

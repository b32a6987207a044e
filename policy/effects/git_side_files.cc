// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/git_side_files.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

// The files that git gives to an editor: git(1), GIT_EDITOR and GIT_SEQUENCE_EDITOR.
constexpr std::string_view kTodo = "git-rebase-todo";
constexpr std::array<std::string_view, 9> kTexts = {
    "COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG",       "TAG_EDITMSG",        "NOTES_EDITMSG",
    "ADD_EDIT.patch", kTodo,       "EDIT_DESCRIPTION", "addp-hunk-edit.diff"};

// An editor puts these before and behind the name that it edits: swap files of vim, backups, locks
// and automatic saves of emacs.
struct Dress {
  std::string_view before;
  std::string_view behind;
};
constexpr std::array<Dress, 8> kDresses = {{{".", ".swp"},
                                            {".", ".swpx"},
                                            {".", ".swo"},
                                            {".", ".swx"},
                                            {"", "~"},
                                            {"", ".bak"},
                                            {".#", ""},
                                            {"#", "#"}}};

// Files that vim, `sed -i` and `perl -i` make first beside the one that they edit.
constexpr std::array<std::string_view, 3> kTrials = {"4913", "sed??????", "XX??????"};

// Git takes these locks itself.
constexpr std::array<std::string_view, 12> kLockedByGit = {
    "HEAD",      "index",  "config",      "config.worktree", "packed-refs", "shallow",
    "commondir", "gitdir", "description", "gc.pid",          "*_HEAD",      "*_MSG"};

constexpr std::string_view kLock = ".lock";

bool is_text(std::string_view name) {
  return std::ranges::find(kTexts, name) != kTexts.end();
}

bool is_beside_a_text(std::string_view name) {
  return std::ranges::any_of(kDresses, [name](const Dress& dress) {
    const std::size_t added = dress.before.size() + dress.behind.size();
    return name.size() > added && name.starts_with(dress.before) && name.ends_with(dress.behind) &&
           is_text(name.substr(dress.before.size(), name.size() - added));
  });
}

bool is_trial(std::string_view name) {
  return std::ranges::any_of(kTrials, [&](auto glob) { return word_glob_matches(glob, name); });
}

bool is_lock_of_a_tool(std::string_view name) {
  if (!name.ends_with(kLock)) return false;
  name.remove_suffix(kLock.size());
  return std::ranges::none_of(kLockedByGit,
                              [&](auto glob) { return word_glob_matches(glob, name); });
}

// The folder of a repository, of a linked work tree, or of a rebase in one of them; never one in
// which git keeps what it cannot make again.
bool is_folder_of_texts(const std::string& folder, const std::vector<std::string>& git_folders) {
  if (base_name(folder) == ".git" || std::ranges::find(git_folders, folder) != git_folders.end())
    return true;
  const std::string parent = folder_of(folder);
  const std::string_view name = base_name(folder);
  if (name == "rebase-merge" || name == "rebase-apply")
    return is_folder_of_texts(parent, git_folders);
  return base_name(parent) == "worktrees" && is_folder_of_texts(folder_of(parent), git_folders);
}

bool is_digits(std::string_view name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_new(const Object& object) {
  return object.type == ObjectType::kMissing || object.recoverability == Recoverability::kBorn ||
         object.recoverability == Recoverability::kNothing;
}

}  // namespace

bool is_beside_gits_own(const Object& object, const std::vector<std::string>& git_folders) {
  const std::string_view name = base_name(object.path);
  if (object.type == ObjectType::kDirectory) return false;
  // A person may go on with a rebase of before, outside of guard: its list says which programs run.
  // A backup is the text of before under another name.
  const bool text = (is_text(name) && (name != kTodo || is_new(object))) || is_beside_a_text(name);
  const bool side = is_trial(name) || is_lock_of_a_tool(name);
  return (text || (side && is_new(object))) &&
         is_folder_of_texts(folder_of(object.path), git_folders);
}

bool is_split_mail(const Object& object, const std::vector<std::string>& git_folders) {
  constexpr std::string_view kSubmodules = "/.git/modules/";
  const std::string folder = folder_of(object.path);
  if (!is_digits(base_name(object.path)) || base_name(folder) != "rebase-apply" || !is_new(object))
    return false;
  return folder.find(kSubmodules) != std::string::npos || is_folder_of_texts(folder, git_folders);
}

}  // namespace guard::policy

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/linked_repository.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "supervisor/git/git_config.h"
#include "supervisor/git/git_files.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// The first line; nothing: there is none.
std::optional<std::string> line_of(const fs::path& path) {
  const auto text = text_of_git_file(path);
  return text && !text->empty() ? std::optional(text->substr(0, text->find('\n'))) : std::nullopt;
}

// As it is written, from FOLDER on; empty: it is not there.
fs::path real_path(const fs::path& folder, const std::string& written) {
  if (written.empty()) return {};
  std::error_code error;
  fs::path path = fs::canonical(folder / written, error);
  return error ? fs::path() : path;
}

// COMMON/worktrees/NAME, as git makes it: its file `gitdir` names the file `.git` of the work tree,
// its file `commondir` the repository (gitrepository-layout(5)).
std::optional<fs::path> common_of_work_tree(const fs::path& git_folder, const fs::path& link) {
  const auto back = line_of(git_folder / "gitdir");
  const auto common = line_of(git_folder / "commondir");
  if (!back || !common || real_path(git_folder, *back) != link) return std::nullopt;
  const fs::path repository = real_path(git_folder, *common);
  const bool lies_there = git_folder.parent_path() == repository / "worktrees";
  return lies_there && is_git_folder(repository) ? std::optional(repository) : std::nullopt;
}

// A submodule, and `--separate-git-dir`. A repository that says nothing of its work tree must say
// that it has one, and not lie in a work tree as that one's own.
bool is_git_folder_of(const fs::path& git_folder, const fs::path& tree) {
  const auto text = text_of_git_file(git_folder / "config");
  const auto settings = text ? parse_git_config(*text) : std::nullopt;
  if (!is_git_folder(git_folder) || !settings) return false;
  const auto named = values_of(*settings, "core.worktree");
  if (!named.empty()) return real_path(git_folder, named.back()) == tree;
  const auto bare = values_of(*settings, "core.bare");
  return !bare.empty() && bare.back() == "false" && git_folder.filename() != ".git";
}

}  // namespace

std::vector<std::string> git_folders_of(const std::string& workspace) {
  constexpr std::string_view kStart = "gitdir: ";
  std::error_code error;
  fs::path tree = workspace;
  while (!fs::exists(fs::symlink_status(tree / ".git", error)) && tree.has_relative_path())
    tree = tree.parent_path();
  const fs::path link = tree / ".git";
  if (fs::is_symlink(link, error)) return {};
  const auto line = line_of(link);
  if (!line || !line->starts_with(kStart)) return {};
  const fs::path git_folder = real_path(tree, line->substr(kStart.size()));
  if (git_folder.empty()) return {};
  if (auto common = common_of_work_tree(git_folder, link)) return {common->string()};
  if (is_git_folder_of(git_folder, tree)) return {git_folder.string()};
  return {};
}

std::string superproject_of(const std::string& workspace) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(fs::path(workspace) / ".git", error))) return {};
  const auto own = git_folders_of(workspace);
  fs::path above = fs::path(workspace).parent_path();
  while (!fs::exists(fs::symlink_status(above / ".git", error)) && above.has_relative_path())
    above = above.parent_path();
  const auto elsewhere = git_folders_of(above.string());
  const std::string folder = elsewhere.empty() ? (above / ".git").string() : elsewhere.front();
  const bool lies_in = !own.empty() && own.front().starts_with(folder + "/") &&
                       own.front().find("/modules/", folder.size()) != std::string::npos;
  return lies_in ? above.string() : std::string();
}

}  // namespace guard::supervisor

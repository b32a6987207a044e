// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/linked_repository.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "supervisor/facts/git_config.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// PATH_MAX, and some words before it.
constexpr std::size_t kLongestLine = 4200;
constexpr std::size_t kLongestSettings = 1'000'000;

// The first line of a small file; nothing: there is none.
std::optional<std::string> line_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path);
  std::string line(kLongestLine, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  const std::size_t end = line.find('\n');
  if (end == std::string::npos && line.size() == kLongestLine) return std::nullopt;
  return line.substr(0, end);
}

// As it is written, from FOLDER on; empty: it is not there.
fs::path real_path(const fs::path& folder, const std::string& written) {
  if (written.empty()) return {};
  std::error_code error;
  fs::path path = fs::canonical(folder / written, error);
  return error ? fs::path() : path;
}

bool is_git_folder(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "HEAD", error) &&
         fs::is_directory(folder / "objects", error) && fs::is_directory(folder / "refs", error);
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

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::string text(kLongestSettings + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// A submodule, and `--separate-git-dir`. A repository that says nothing of its work tree must say
// that it has one, and not lie in a work tree as that one's own.
bool is_git_folder_of(const fs::path& git_folder, const fs::path& tree) {
  const std::string text = text_of(git_folder / "config");
  const auto settings = parse_git_config(text);
  if (!is_git_folder(git_folder) || text.size() > kLongestSettings || !settings) return false;
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

}  // namespace guard::supervisor

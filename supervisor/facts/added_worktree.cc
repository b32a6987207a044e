// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/added_worktree.h"

#include <fcntl.h>

#include <chrono>
#include <filesystem>
#include <system_error>

#include "base/files/unique_fd.h"
#include "supervisor/git/git_files.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr auto kTimeForTree = std::chrono::milliseconds(400);

// "/home/u/x" of a file that says "/home/u/x/.git"; empty: it says nothing, or of no folder.
std::string work_tree_of(const fs::path& git_folder) {
  const auto text = text_of_git_file(git_folder / "gitdir");
  if (!text || text->empty()) return {};
  const fs::path link = git_folder / without_newline(*text);
  if (link.filename() != ".git") return {};
  std::error_code error;
  const fs::path tree = fs::canonical(link.parent_path(), error);
  return error ? std::string() : tree.string();
}

bool is_made_here(const std::string& tree, const std::function<bool(int)>& is_born) {
  const UniqueFd fd(::open(tree.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  return fd.valid() && is_born(fd.get());
}

void add_those_of(const fs::path& common, const std::function<bool(int)>& is_born,
                  std::vector<std::string>& trees) {
  std::error_code error;
  fs::directory_iterator entry(common / "worktrees", error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::string tree = work_tree_of(entry->path());
    if (!tree.empty() && is_made_here(tree, is_born)) trees.push_back(std::move(tree));
  }
}

}  // namespace

std::vector<std::string> added_worktrees(const std::vector<std::string>& workspace,
                                         const std::vector<std::string>& git_folders,
                                         const std::function<bool(int)>& is_born) {
  std::vector<std::string> trees;
  for (const std::string& folder : workspace)
    add_those_of(fs::path(folder) / ".git", is_born, trees);
  for (const std::string& common : git_folders) add_those_of(common, is_born, trees);
  return trees;
}

bool is_born_whole(const std::string& tree, const std::function<bool(int)>& is_born) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + kTimeForTree;
  const auto born = [&](const fs::path& path) {
    const UniqueFd fd(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    return fd.valid() && is_born(fd.get());
  };
  std::error_code error;
  fs::recursive_directory_iterator entry(tree, error);
  if (error || !born(tree)) return false;
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (error || Clock::now() > end || !born(entry->path())) return false;
  }
  return !error;
}

}  // namespace guard::supervisor

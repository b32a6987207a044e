// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_keeps.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include "base/limits.h"
#include "supervisor/facts/git_push.h"
#include "supervisor/facts/linked_repository.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_files.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// Gives that of the nearest folder above PATH with something called `.git`; empty: there is none,
// or what it leads to does not name it in turn.
std::string git_folder_above(const std::string& path) {
  std::error_code error;
  for (fs::path folder = fs::path(path).parent_path();; folder = folder.parent_path()) {
    const fs::path git = folder / ".git";
    if (fs::is_directory(fs::symlink_status(git, error))) return git.string();
    if (fs::exists(fs::symlink_status(git, error))) {
      const auto elsewhere = git_folders_of(folder.string());
      return elsewhere.empty() ? std::string() : elsewhere.front();
    }
    if (folder == folder.root_path()) return {};
  }
}

std::optional<std::string> content_of(int fd) {
  constexpr std::size_t kMost = size_limit("git.file");
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  return file.valid() ? content_of_git_file(file.get(), kMost) : std::nullopt;
}

}  // namespace

bool is_kept_by_git(const PathFacts& paths, int fd, const std::string& path) {
  const std::string folder = git_folder_above(path);
  if (folder.empty() || is_born_repository(paths, folder)) return false;
  const auto repository = open_repository(folder);
  if (!repository) return false;
  const auto content = content_of(fd);
  return content && repository->objects->has_blob(*content);
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_index.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/text/path.h"
#include "policy/paths/path_names.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_index_file.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostBytes = 512UL << 20U;
constexpr std::size_t kMostOfGitFile = 8192;

UniqueFd open_file(int folder, const std::string& name) {
  return UniqueFd(::openat(folder, name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

// In a linked worktree and a submodule ".git" is a file: "gitdir: PATH".
UniqueFd open_git_folder(const std::string& folder) {
  const std::string git = folder + "/.git";
  UniqueFd repository(::open(git.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (repository.valid() || errno != ENOTDIR) return repository;
  const UniqueFd file = open_file(AT_FDCWD, git);
  const auto text = file.valid() ? content_of_git_file(file.get(), kMostOfGitFile) : std::nullopt;
  constexpr std::string_view kIntro = "gitdir: ";
  if (!text || !text->starts_with(kIntro)) return repository;
  std::string path = text->substr(kIntro.size(), text->find('\n') - kIntro.size());
  if (!path.starts_with('/')) path = folder + "/" + path;
  repository.reset(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return repository;
}

}  // namespace

std::unique_ptr<GitIndex> GitIndex::open(const std::string& folder) {
  struct stat status {};
  if (::stat((folder + "/.git").c_str(), &status) != 0 && errno == ENOENT) return nullptr;
  UniqueFd repository = open_git_folder(folder);
  UniqueFd index = repository.valid() ? open_file(repository.get(), "index") : UniqueFd();
  const int error = index.valid() ? 0 : errno;
  // A folder called .git that holds nothing is no repository (they lie in caches).
  const bool is_one =
      !repository.valid() || ::faccessat(repository.get(), "HEAD", F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  if (!is_one && !index.valid() && error == ENOENT) return nullptr;
  return std::unique_ptr<GitIndex>(
      new GitIndex(std::move(repository), std::move(index), is_one ? error : 0));
}

void GitIndex::load() const {
  Tracked tracked;
  if (error_ == ENOENT && folder_.valid()) {
    tracked_ = std::move(tracked);
    return;
  }
  const auto note = [&tracked](const GitIndexEntry& entry) {
    std::string path = entry.path.substr(0, entry.path.find_last_not_of('/') + 1);
    if (!policy::has_build_folder(path)) return;
    if (entry.is_whole()) tracked.wholes.insert(path);
    for (; !path.empty(); path = std::string(parent_of(path)))
      if (!tracked.paths.insert(path).second) return;
  };
  UniqueFd index = std::move(index_);
  std::string shared;
  // One that is shared has at least what the other one adds to: what was taken out of it since
  // counts as tracked.
  for (bool goes_on = true; goes_on; goes_on = !shared.empty()) {
    const auto bytes = index.valid() ? content_of_git_file(index.get(), kMostBytes) : std::nullopt;
    GitIndexEnd end;
    if (!bytes || !read_git_index(*bytes, note, end)) return;
    std::string next = std::move(end.shared);
    if (!next.empty() && !shared.empty()) return;
    if (!next.empty() && next.find_first_not_of('0') == std::string::npos) next.clear();
    shared = std::move(next);
    if (!shared.empty()) index = open_file(folder_.get(), "sharedindex." + shared);
  }
  tracked_ = std::move(tracked);
}

bool GitIndex::tracks(std::string_view relative) const {
  std::call_once(loaded_, [this] { load(); });
  if (!tracked_) return true;
  const std::string path(relative);
  if (tracked_->paths.contains(path)) return true;
  if (tracked_->wholes.empty()) return false;
  for (std::string above = path; !above.empty(); above = std::string(parent_of(above)))
    if (tracked_->wholes.contains(above)) return true;
  return false;
}

}  // namespace guard::supervisor

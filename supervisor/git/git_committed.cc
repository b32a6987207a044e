// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_committed.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <filesystem>
#include <optional>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_place.h"
#include "supervisor/git/git_tree.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

std::optional<GitTree> tree_at(GitObjects& objects, const std::string& id) {
  const auto text = objects.read(id, GitKind::kTree, size_limit("git.tree"));
  return text ? std::optional(parse_git_tree(*text)) : std::nullopt;
}

// The entry that COMMIT has at RELATIVE, folder by folder.
std::optional<GitTreeEntry> entry_at(GitObjects& objects, const std::string& commit,
                                     const fs::path& relative) {
  const auto text = objects.read(commit, GitKind::kCommit, size_limit("git.commit"));
  const auto top = text ? tree_of_commit(*text) : std::nullopt;
  if (!top) return std::nullopt;
  GitTreeEntry found{.id = *top, .folder = true};
  for (const fs::path& name : relative) {
    const auto tree = found.folder ? tree_at(objects, found.id) : std::nullopt;
    if (!tree || !tree->contains(name.native())) return std::nullopt;
    found = tree->at(name.native());
  }
  return found;
}

std::optional<std::string> link_text(const std::string& path) {
  std::array<char, PATH_MAX> text;
  const ssize_t size = ::readlink(path.c_str(), text.data(), text.size());
  if (size < 0) return std::nullopt;
  return std::string(text.data(), static_cast<std::size_t>(size));
}

// As git keeps it: of a link what it names.
std::optional<std::string> content_at(const std::string& path, const GitTreeEntry& entry) {
  if (entry.link) return link_text(path);
  const UniqueFd file(
      ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!entry.file || !file.valid()) return std::nullopt;
  return content_of_git_file(file.get(), size_limit("git.file"));
}

// Whether the commit has the content of PATH under its name; nothing: it has no such name.
std::optional<bool> is_in_commit_of(const GitPlace& place, const std::string& path) {
  const auto head = head_of(place);
  auto repository = head ? open_repository(place.common.native()) : std::nullopt;
  if (!repository) return std::nullopt;
  const fs::path relative = fs::path(path).lexically_relative(place.top);
  const auto entry = entry_at(*repository->objects, *head, relative);
  if (!entry) return std::nullopt;
  const auto content = content_at(path, *entry);
  return content && GitObjects::id_of_blob(*content) == entry->id;
}

}  // namespace

bool is_committed_now(const std::string& path, const std::function<bool(const GitPlace&)>& counts) {
  bool committed = false;
  fs::path folder = fs::path(path).parent_path();
  while (const auto place = repository_around(folder)) {
    const auto said = !counts || counts(*place) ? is_in_commit_of(*place, path) : std::nullopt;
    if (said) committed = *said;
    folder = place->top.parent_path();
    if (folder == place->top) break;
  }
  return committed;
}

}  // namespace guard::supervisor

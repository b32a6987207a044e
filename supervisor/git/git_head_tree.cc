// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_head_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/limits.h"
#include "supervisor/git/git_place.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTrees = 20'000;

// A branch, a tag, or what was fetched: any file below refs.
bool has_refs(const fs::path& common) {
  std::error_code error;
  fs::recursive_directory_iterator at(common / "refs", error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
    if (!fs::is_directory(at->symlink_status(error))) return true;
  return static_cast<bool>(error);
}

// Where HEAD names no commit, and nothing tells of one that it named before. An orphan branch has
// others beside it, so what they say is not known here.
bool is_without_commits(const GitPlace& place) {
  std::error_code error;
  const auto is_there = [&](const fs::path& path) {
    const auto type = fs::symlink_status(path, error).type();
    return type != fs::file_type::not_found;
  };
  const auto told = {place.folder / "logs/HEAD", place.common / "packed-refs",
                     place.common / "reftable", place.common / "shallow"};
  return !branch_of(place).empty() && std::ranges::none_of(told, is_there) &&
         !has_refs(place.common);
}

}  // namespace

GitHeadTree::GitHeadTree(const std::string& folder) {
  const auto place = git_place_at(folder);
  if (!place) return;
  commit_ = head_of(*place);
  if (commit_) {
    repository_ = open_repository(place->common.native());
  } else {
    is_new_ = is_without_commits(*place);
  }
}

std::optional<std::string> GitHeadTree::top() const {
  if (top_ || !commit_ || !repository_) return top_;
  const auto text =
      repository_->objects->read(*commit_, GitKind::kCommit, size_limit("git.commit"));
  if (text) top_ = tree_of_commit(*text);
  return top_;
}

const GitTree* GitHeadTree::tree(const std::string& id) const {
  const auto known = trees_.find(id);
  if (known != trees_.end()) return &known->second;
  const auto text = repository_->objects->read(id, GitKind::kTree, size_limit("git.tree"));
  if (!text) return nullptr;
  if (trees_.size() >= kMostTrees) trees_.clear();
  return &trees_.emplace(id, parse_git_tree(*text)).first->second;
}

GitHeadTree::Place GitHeadTree::find(std::string_view relative) const {
  if (tells_nothing()) return {Found::kNo};
  const auto id = top();
  if (!id) return {Found::kUnknown};
  GitTreeEntry entry{.id = *id, .folder = true};
  for (const fs::path& name : fs::path(relative)) {
    if (name.empty()) continue;
    if (entry.file || entry.link) return {Found::kNo};
    if (!entry.folder) break;  // a submodule, with all that lies in it
    const GitTree* const names = tree(entry.id);
    if (names == nullptr) return {Found::kUnknown};
    const auto next = names->find(name.native());
    if (next == names->end()) return {Found::kNo};
    // The map may be cleared by the next look.
    entry = GitTreeEntry(next->second);
  }
  return {Found::kYes, entry};
}

bool GitHeadTree::has(std::string_view relative) const {
  const std::lock_guard lock(mutex_);
  return find(relative).found != Found::kNo;
}

std::optional<std::string> GitHeadTree::text_of(std::string_view relative) const {
  const std::lock_guard lock(mutex_);
  const Place place = find(relative);
  if (place.found != Found::kYes || !place.entry.file) return std::nullopt;
  return repository_->objects->read(place.entry.id, GitKind::kBlob, size_limit("git.file"));
}

}  // namespace guard::supervisor

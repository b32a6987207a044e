// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_tree.h"

#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/text/path.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostOfTree = size_limit("git.tree");
constexpr std::size_t kMostOfCommit = size_limit("git.commit");
constexpr std::size_t kRawId = 20;

std::string hex_of(std::string_view raw) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4U];
    hex += kDigits[byte & 0xFU];
  }
  return hex;
}

}  // namespace

GitTree parse_git_tree(std::string_view text) {
  GitTree entries;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    const std::size_t end = text.find('\0');
    if (blank > end || end == std::string_view::npos || text.size() < end + 1 + kRawId) break;
    const std::string_view mode = text.substr(0, blank);
    entries[std::string(text.substr(blank + 1, end - blank - 1))] = {
        hex_of(text.substr(end + 1, kRawId)), mode == "40000", mode.starts_with("100"),
        mode == "120000"};
    text.remove_prefix(end + 1 + kRawId);
  }
  return entries;
}

std::optional<std::string> tree_of_commit(const std::string& commit) {
  constexpr std::string_view kTree = "tree ";
  if (!commit.starts_with(kTree) || commit.size() < kTree.size() + 2 * kRawId) return std::nullopt;
  return commit.substr(kTree.size(), 2 * kRawId);
}

bool GitListing::leaves_out(std::string_view path) const {
  if (left_out.empty()) return false;
  for (std::string folder(parent_of(path));; folder = std::string(parent_of(folder))) {
    if (left_out.contains(folder)) return true;
    if (folder.empty()) return false;
  }
}

std::optional<GitListing> list_commit(GitObjects& objects, const std::string& commit,
                                      const std::unordered_map<std::string, std::string>& alike,
                                      const std::function<bool()>& goes_on) {
  const auto text = objects.read(commit, GitKind::kCommit, kMostOfCommit);
  auto top = text ? tree_of_commit(*text) : std::nullopt;
  if (!top) return std::nullopt;
  GitListing listing;
  std::vector<std::pair<std::string, std::string>> waiting = {{"", std::move(*top)}};
  while (!waiting.empty()) {
    const auto [name, id] = std::move(waiting.back());
    waiting.pop_back();
    const auto same = alike.find(name);
    if (same != alike.end() && same->second == id) {
      listing.left_out.emplace(name, id);
      continue;
    }
    const auto tree = goes_on() ? objects.read(id, GitKind::kTree, kMostOfTree) : std::nullopt;
    if (!tree) return std::nullopt;
    for (auto& [entry, what] : parse_git_tree(*tree)) {
      std::string path = name.empty() ? entry : name + "/" + entry;
      if (what.folder) {
        waiting.emplace_back(std::move(path), std::move(what.id));
      } else if (what.file || what.link) {
        listing.ids.emplace(std::move(path), std::move(what.id));
      }
    }
  }
  return listing;
}

}  // namespace guard::supervisor

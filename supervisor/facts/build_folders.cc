// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/build_folders.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "base/limits.h"
#include "base/text/path.h"
#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr auto kAlwaysMade = std::to_array<std::string_view>(
    {"node_modules", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".venv",
     ".gradle", ".parcel-cache", ".next", ".nuxt", ".turbo"});
constexpr std::size_t kMostLines = size_limit("build_folders.lines");
constexpr std::size_t kMostWorkTrees = 20'000;

std::string trimmed(std::string line) {
  const auto end = line.find_last_not_of(" \t\r");
  line.erase(end == std::string::npos ? 0 : end + 1);
  return line;
}

bool is_plain(std::string_view pattern) {
  return !pattern.empty() && pattern.find_first_of("*?[\\!#") == std::string_view::npos;
}

// "a/b/c" -> "a", "a/b", "a/b/c", one call each until VISIT says true: that one, or nothing.
template <class Visit>
std::string_view first_prefix(std::string_view relative, Visit visit) {
  for (std::size_t end = relative.find('/');; end = relative.find('/', end + 1)) {
    const std::string_view prefix = relative.substr(0, end);
    if (visit(prefix)) return prefix;
    if (end == std::string_view::npos) return {};
  }
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

BuildFolders::BuildFolders(const policy::PathClassifier& classifier) : classifier_(classifier) {
  for (const std::string& path : classifier.roots().workspace) {
    Root root{path, {}, {}};
    std::error_code ignored;
    std::ifstream file;
    if (std::filesystem::exists(path + "/.git", ignored)) file.open(path + "/.gitignore");
    std::string line;
    for (std::size_t n = 0; std::getline(file, line); ++n) {
      std::string pattern = trimmed(std::move(line));
      // Something below is kept after all (which, only git can tell), or may be.
      if (pattern.starts_with("!") || n >= kMostLines) {
        root.anywhere.clear();
        root.at_top.clear();
        break;
      }
      if (pattern.ends_with("/")) pattern.pop_back();
      if (pattern.starts_with("**/")) pattern.erase(0, 3);
      const bool at_top = pattern.find('/') != std::string::npos;
      if (pattern.starts_with("/")) pattern.erase(0, 1);
      if (is_plain(pattern)) (at_top ? root.at_top : root.anywhere).push_back(std::move(pattern));
    }
    roots_.push_back(std::move(root));
    (void)work_tree_of(path);  // as it is before anything runs
  }
}

bool BuildFolders::is_expendable(const Root& root, std::string_view folder) const {
  const auto name = base_name(folder);
  if (std::find(kAlwaysMade.begin(), kAlwaysMade.end(), name) != kAlwaysMade.end()) return true;
  return contains(root.at_top, folder) || contains(root.anywhere, name);
}

std::string_view BuildFolders::folder_of(std::string_view path) const {
  if (!classifier_.in_build_folder(path)) return {};
  for (const Root& root : roots_) {
    const auto length = root.path.size();
    if (!path.starts_with(root.path) || path.size() <= length + 1 || path[length] != '/') continue;
    const auto found = first_prefix(path.substr(length + 1), [&](std::string_view folder) {
      // Ignored alone is not enough: data/ may be ignored and precious.
      return is_expendable(root, folder) &&
             classifier_.in_build_folder(path.substr(0, length + 1 + folder.size()));
    });
    if (!found.empty()) return path.substr(0, length + 1 + found.size());
  }
  return {};
}

std::string_view BuildFolders::name_of(std::string_view path) const {
  return base_name(folder_of(path));
}

bool BuildFolders::holds(std::string_view path) const {
  const std::string_view folder = folder_of(path);
  return !folder.empty() && !is_tracked(path, folder);
}

bool BuildFolders::is_tracked(std::string_view path, std::string_view build_folder) const {
  const WorkTree tree = work_tree_of(std::string(parent_of(build_folder)));
  return tree.index != nullptr && tree.index->tracks(path.substr(tree.path.size() + 1));
}

// Looked for once for each folder that has a build folder in it.
BuildFolders::WorkTree BuildFolders::work_tree_of(const std::string& folder) const {
  const std::lock_guard lock(mutex_);
  if (const auto known = work_trees_.find(folder); known != work_trees_.end()) return known->second;
  WorkTree tree;
  for (std::string above = folder; !above.empty() && tree.index == nullptr;
       above = std::string(parent_of(above))) {
    auto known = indexes_.find(above);
    if (known == indexes_.end()) known = indexes_.emplace(above, GitIndex::open(above)).first;
    tree = {above, known->second};
  }
  if (work_trees_.size() >= kMostWorkTrees) work_trees_.clear();
  return work_trees_.emplace(folder, std::move(tree)).first->second;
}

}  // namespace guard::supervisor

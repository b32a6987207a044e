// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/build_folders.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

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

bool BuildFolders::Rules::ignores(std::string_view folder) const {
  return contains(at_top, folder) || contains(anywhere, base_name(folder));
}

BuildFolders::Rules BuildFolders::rules_in(std::istream& text) {
  Rules rules;
  std::string line;
  for (std::size_t n = 0; std::getline(text, line); ++n) {
    std::string pattern = trimmed(std::move(line));
    // Something below is kept after all (which, only git can tell), or may be.
    if (pattern.starts_with("!") || n >= kMostLines) return {};
    if (pattern.ends_with("/")) pattern.pop_back();
    if (pattern.starts_with("**/")) pattern.erase(0, 3);
    const bool at_top = pattern.find('/') != std::string::npos;
    if (pattern.starts_with("/")) pattern.erase(0, 1);
    if (is_plain(pattern)) (at_top ? rules.at_top : rules.anywhere).push_back(std::move(pattern));
  }
  return rules;
}

BuildFolders::BuildFolders(const policy::PathClassifier& classifier) : classifier_(classifier) {
  for (const std::string& path : classifier.roots().workspace) {
    std::error_code ignored;
    std::ifstream file;
    if (std::filesystem::exists(path + "/.git", ignored)) file.open(path + "/.gitignore");
    roots_.push_back({path, rules_in(file)});
    (void)repositories_around(path);  // as they are before anything runs
  }
}

bool BuildFolders::is_expendable(const Root& root, std::string_view folder) const {
  const auto name = base_name(folder);
  if (std::find(kAlwaysMade.begin(), kAlwaysMade.end(), name) != kAlwaysMade.end()) return true;
  return root.rules.ignores(folder) && is_committed_rule(root, folder);
}

// The library that reads commits is slow to load, so they are read for a rule that matters alone.
bool BuildFolders::is_committed_rule(const Root& root, std::string_view folder) const {
  const Repositories around = repositories_around(root.path);
  const auto own = std::ranges::find(around, root.path, [](const auto& one) { return one->path; });
  // A folder .git that holds nothing is no repository, and has no commits.
  if (own == around.end() || (*own)->head->tells_nothing()) return true;
  const std::lock_guard lock(mutex_);
  if (!root.committed) {
    std::istringstream text((*own)->head->text_of(".gitignore").value_or(""));
    root.committed = rules_in(text);
  }
  return root.committed->ignores(folder);
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

bool BuildFolders::Repository::tracks(std::string_view file) const {
  const std::string_view relative = file.substr(path.size() + 1);
  return index->tracks(relative) || head->has(relative);
}

// All of them have a say: an inner one may be younger than the files.
bool BuildFolders::is_tracked(std::string_view path, std::string_view build_folder) const {
  return std::ranges::any_of(repositories_around(std::string(parent_of(build_folder))),
                             [&](const auto& one) { return one->tracks(path); });
}

// Looked for once for each folder that has a build folder in it.
BuildFolders::Repositories BuildFolders::repositories_around(const std::string& folder) const {
  const std::lock_guard lock(mutex_);
  if (const auto known = around_.find(folder); known != around_.end()) return known->second;
  Repositories found;
  for (std::string above = folder; !above.empty(); above = std::string(parent_of(above))) {
    auto known = repositories_.find(above);
    if (known == repositories_.end()) {
      std::shared_ptr<const Repository> one;
      if (auto index = GitIndex::open(above))
        one = std::make_shared<const Repository>(
            Repository{above, std::move(index), std::make_unique<GitHeadTree>(above)});
      known = repositories_.emplace(above, std::move(one)).first;
    }
    if (known->second) found.push_back(known->second);
  }
  if (around_.size() >= kMostWorkTrees) around_.clear();
  return around_.emplace(folder, std::move(found)).first->second;
}

}  // namespace guard::supervisor

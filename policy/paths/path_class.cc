// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/path_class.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/paths/absurd.h"
#include "policy/paths/path_names.h"
#include "policy/text/glob.h"

namespace guard::policy {

struct PathClassifier::Index {
  struct Root {
    std::string path;
    PathClass path_class;
  };
  PathRoots roots;
  std::vector<Root> by_length;                              // longest first
  std::vector<std::pair<std::string, PathClass>> patterns;  // absolute
  std::vector<std::string> secret_patterns;                 // of these
  // By the last byte of a path: the patterns that do not end in another one, in their order. Most
  // paths are held against a few patterns instead of all.
  std::array<std::vector<std::size_t>, 256> by_last_byte;

  explicit Index(PathRoots given);
  void add(const std::vector<std::string>& paths, PathClass path_class);
  void add_pattern(const std::string& pattern, PathClass path_class);
  void sort_by_last_byte();
  [[nodiscard]] std::optional<PathClass> by_pattern(std::string_view path) const;
  [[nodiscard]] bool is_guards_own(std::string_view path) const;
  [[nodiscard]] bool is_policy_file(std::string_view path) const {
    return std::ranges::find(roots.policy_files, path) != roots.policy_files.end();
  }
  [[nodiscard]] const Root* longest_root(std::string_view path) const;
  [[nodiscard]] bool leads_to_secret(std::string_view folder) const;
};

namespace {

bool is_device(ObjectType type) {
  return type == ObjectType::kCharDevice || type == ObjectType::kBlockDevice;
}

std::string_view top_of(std::string_view path) {
  return path.substr(0, std::min(path.find('/', 1), path.size()));
}

// /dev/shm and /dev/mqueue are scratch like /tmp; /run/secrets is where containers get theirs.
PathClass class_without_root(std::string_view path) {
  if (below(path, "/dev/shm") || below(path, "/dev/mqueue")) return PathClass::kTmp;
  if (below(path, "/run/secrets")) return PathClass::kSecret;
  if (below(path, "/run/user")) return PathClass::kOutside;
  if (looks_like_disk(path)) return PathClass::kDevice;
  return is_system_folder(top_of(path)) ? PathClass::kSystem : PathClass::kOutside;
}

PathClass workspace_class(std::string_view relative) {
  if (relative.empty()) return PathClass::kWorkspaceRoot;
  if (weakened("steering-names")) return PathClass::kWorkspace;
  if (has_build_folder(relative)) return PathClass::kWorkspace;
  if (const auto vcs = vcs_class(relative)) return *vcs;
  return class_by_name(relative).value_or(PathClass::kWorkspace);
}

PathClass personal_class(std::string_view relative, PathClass otherwise) {
  if (const auto by_place = class_in_home(relative)) return *by_place;
  return class_by_name(relative).value_or(otherwise);
}

// Agents keep checkouts there, and what other programs read. Their own keys have names like any.
PathClass own_state_class(std::string_view relative) {
  if (is_agent_setting(relative) || vcs_class(relative) == PathClass::kConfig)
    return PathClass::kConfig;
  const auto by_name = class_by_name(relative);
  const bool counts = by_name == PathClass::kConfig || base_name(relative).starts_with(".env");
  return counts ? by_name.value_or(PathClass::kOwnState) : PathClass::kOwnState;
}

PathClass class_below_root(std::string_view relative, PathClass root) {
  if (root == PathClass::kWorkspace) return workspace_class(relative);
  if (root == PathClass::kHome) return class_by_name(relative).value_or(root);
  if (root == PathClass::kVcs) return class_inside_git(relative);
  return root == PathClass::kOwnState ? own_state_class(relative) : root;
}

// Other people's home folders count as homes for what their names mean.
PathClass outside_class(std::string_view path) {
  const auto in_homes = below(path, "/home");
  const auto in_root = below(path, "/root");
  if (in_root) return personal_class(*in_root, PathClass::kOutside);
  if (!in_homes) return class_by_name(path).value_or(PathClass::kOutside);
  if (in_homes->empty()) return PathClass::kOutside;
  const std::size_t slash = std::min(in_homes->find('/'), in_homes->size() - 1);
  return personal_class(in_homes->substr(slash + 1), PathClass::kOutside);
}

}  // namespace

PathClassifier::Index::Index(PathRoots given) : roots(std::move(given)) {
  add(roots.workspace, PathClass::kWorkspace);
  add(roots.git_folders, PathClass::kVcs);
  add(roots.tmp, PathClass::kTmp);
  add(roots.own_state, PathClass::kOwnState);
  add(roots.cache, PathClass::kCache);
  add({roots.home}, PathClass::kHome);
  // Stable: of equal roots the one added first wins, so a workspace that is the home is workspace.
  std::stable_sort(by_length.begin(), by_length.end(),
                   [](const Root& a, const Root& b) { return a.path.size() > b.path.size(); });
  for (const auto& [pattern, path_class] : roots.patterns) add_pattern(pattern, path_class);
  for (const auto& [pattern, path_class] : patterns) {
    const bool is_new = std::ranges::find(secret_patterns, pattern) == secret_patterns.end();
    if (path_class == PathClass::kSecret && !pattern.empty() && is_new)
      secret_patterns.push_back(pattern);
  }
  sort_by_last_byte();
}

// As path_glob_matches() compares ends: a wildcard stands for any byte, and slashes may be more.
void PathClassifier::Index::sort_by_last_byte() {
  constexpr std::string_view kAnyEnd = "*?[]\\/";
  for (std::size_t at = 0; at < patterns.size(); ++at) {
    const std::string& pattern = patterns[at].first;
    if (pattern.empty()) continue;  // matches nothing
    const bool any_end = kAnyEnd.find(pattern.back()) != std::string_view::npos;
    for (std::size_t byte = 0; byte < by_last_byte.size(); ++byte)
      if (any_end || byte == '/' || byte == static_cast<unsigned char>(pattern.back()))
        by_last_byte.at(byte).push_back(at);
  }
}

std::optional<PathClass> PathClassifier::Index::by_pattern(std::string_view path) const {
  for (const std::size_t at : by_last_byte.at(static_cast<unsigned char>(path.back())))
    if (path_glob_matches(patterns[at].first, path)) return patterns[at].second;
  return std::nullopt;
}

void PathClassifier::Index::add(const std::vector<std::string>& paths, PathClass path_class) {
  for (const std::string& path : paths) {
    // "/" as a root would hide the system behind it.
    if (!path.empty() && path != "/") by_length.push_back({path, path_class});
  }
}

void PathClassifier::Index::add_pattern(const std::string& pattern, PathClass path_class) {
  if (roots.workspace.empty()) {
    patterns.emplace_back(anchored_glob(pattern, "", roots.home), path_class);
  }
  for (const std::string& workspace : roots.workspace) {
    patterns.emplace_back(anchored_glob(pattern, workspace, roots.home), path_class);
  }
}

bool PathClassifier::Index::is_guards_own(std::string_view path) const {
  return std::any_of(roots.guard.begin(), roots.guard.end(),
                     [&](const auto& root) { return below(path, root).has_value(); });
}

const PathClassifier::Index::Root* PathClassifier::Index::longest_root(
    std::string_view path) const {
  const auto found = std::find_if(by_length.begin(), by_length.end(), [&](const Root& root) {
    return below(path, root.path).has_value();
  });
  return found == by_length.end() ? nullptr : &*found;
}

PathClassifier::PathClassifier(PathRoots roots)
    : index_(std::make_unique<const Index>(std::move(roots))) {}

PathClassifier::~PathClassifier() = default;

bool is_of_the_agent(PathClass path_class) {
  return path_class == PathClass::kWorkspace || path_class == PathClass::kTmp ||
         path_class == PathClass::kCache;
}

// Whoever moves such a folder gives what is named there another name, by which nobody knows it.
bool PathClassifier::Index::leads_to_secret(std::string_view folder) const {
  return std::ranges::any_of(secret_patterns, [folder](const std::string& pattern) {
    return path_glob_below(pattern, folder);
  });
}

PathClass PathClassifier::classify(std::string_view path, ObjectType type) const {
  if (path.empty() || path[0] != '/') return PathClass::kOutside;
  if (index_->is_guards_own(path) && !weakened("own-files")) return PathClass::kGuard;
  if (is_device(type)) return device_class(path);
  if (index_->is_policy_file(path)) return PathClass::kConfig;
  if (const auto known = index_->by_pattern(path)) return *known;
  const Index::Root* root = index_->longest_root(path);
  if (root != nullptr && below(index_->roots.home, root->path)) {
    // The home itself, or a workspace around it: its dot files steer whatever else it is.
    const auto in_home = below(path, index_->roots.home);
    const auto by_place = in_home ? class_in_home(*in_home) : std::nullopt;
    if (by_place) return *by_place;
  }
  if (root != nullptr) {
    const PathClass placed = class_below_root(*below(path, root->path), root->path_class);
    const bool takes_along = type == ObjectType::kDirectory && index_->leads_to_secret(path);
    return takes_along && is_of_the_agent(placed) ? PathClass::kSecret : placed;
  }
  const PathClass bare = class_without_root(path);
  return bare == PathClass::kOutside ? outside_class(path) : bare;
}

bool PathClassifier::gives_steering_name(std::string_view folder) {
  return names_steering_folder(base_name(folder));
}

bool PathClassifier::leads_to_cache(std::string_view folder) const {
  const auto& caches = index_->roots.cache;
  return folder != index_->roots.home &&
         classify(folder, ObjectType::kMissing) == PathClass::kHome &&
         std::any_of(caches.begin(), caches.end(), [&](const std::string& cache) {
           return cache != folder && below(cache, folder).has_value();
         });
}

bool PathClassifier::absurd_to_lose(std::string_view path) const {
  return policy::absurd_to_lose(path, index_->roots.home);
}

bool PathClassifier::holds_guards_own(std::string_view folder) const {
  const auto& own = index_->roots.guard;
  return !weakened("own-files") && std::any_of(own.begin(), own.end(), [&](const auto& root) {
    return below(root, folder).has_value();
  });
}

bool PathClassifier::holds_policy_file(std::string_view folder) const {
  return std::ranges::any_of(index_->roots.policy_files, [folder](const std::string& file) {
    return file != folder && below(file, folder).has_value();
  });
}

bool PathClassifier::holds_steering(std::string_view folder) const {
  constexpr std::string_view kAnyDepth = "/**";
  return std::ranges::any_of(index_->patterns, [&](const auto& known) {
    const auto& [pattern, path_class] = known;
    if (path_class != PathClass::kConfig && path_class != PathClass::kSecret) return false;
    const std::string_view start = std::string_view(pattern).substr(0, pattern.find(kAnyDepth));
    const bool anywhere_in = start.size() < pattern.size() && !start.empty();
    return path_glob_below(pattern, folder) || (anywhere_in && path_glob_covers(start, folder));
  });
}

bool PathClassifier::in_build_folder(std::string_view path) const {
  return std::any_of(index_->roots.workspace.begin(), index_->roots.workspace.end(),
                     [&](const auto& workspace) {
                       const auto relative = below(path, workspace);
                       return relative && has_build_folder(*relative);
                     });
}

const std::vector<std::string>& PathClassifier::secret_patterns() const {
  return index_->secret_patterns;
}

const PathRoots& PathClassifier::roots() const {
  return index_->roots;
}

}  // namespace guard::policy

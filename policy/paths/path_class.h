// SPDX-License-Identifier: Apache-2.0
// PathClassifier: canonical path -> PathClass, by the longest matching root; inside a workspace,
// home or outside also by what a name stands for (path_names.h: .git, secrets, configuration).
// guard's own folders win over everything, the policy's `paths:` over everything else. Pure: the
// roots come in as values. Immutable after construction, any thread.
#ifndef GUARD_POLICY_PATHS_PATH_CLASS_H_
#define GUARD_POLICY_PATHS_PATH_CLASS_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::policy {

struct PathRoots {
  std::vector<std::string> workspace;  // canonical, no trailing slash
  std::string home;
  std::vector<std::string> tmp;        // "/tmp", "/var/tmp", $TMPDIR, policy's
  std::vector<std::string> guard;      // state, runtime and configuration folders of guard
  std::vector<std::string> own_state;  // agent profile folders
  std::vector<std::string> cache;      // $XDG_CACHE_HOME, ~/.npm, ~/.cache ...
  std::vector<std::pair<std::string, PathClass>> patterns;  // policy `paths:`, globs
  std::vector<std::string> other_homes = {};  // whose secrets are looked for as those of `home`
  // Canonical: where the workspace's repository lies when it lies elsewhere. As its .git.
  std::vector<std::string> git_folders = {};
  // Canonical: the policy files that were loaded, and the links that lead to them. Files there
  // steer the next run, whatever `patterns` say.
  std::vector<std::string> policy_files = {};
};

// Where folders come and go unasked: the workspace, temporary folders, caches.
[[nodiscard]] bool is_of_the_agent(PathClass path_class);

class PathClassifier {
 public:
  explicit PathClassifier(PathRoots roots);
  ~PathClassifier();
  PathClassifier(const PathClassifier&) = delete;
  PathClassifier& operator=(const PathClassifier&) = delete;

  // `path` is absolute and canonical ("/a/b", no "." or ".."), as the kernel names the object.
  // Device nodes are told apart by ObjectType, which the caller knows.
  [[nodiscard]] PathClass classify(std::string_view path, ObjectType type) const;
  // True for "/", a home folder, and the top-level system folders: deleting these is absurd.
  [[nodiscard]] bool absurd_to_lose(std::string_view path) const;
  // The folder is one of guard's own, or holds one: whoever moves it moves guard's files.
  [[nodiscard]] bool holds_guards_own(std::string_view folder) const;
  // A pattern says that what runs or steers later, or a secret, may lie in the folder: who moves it
  // moves that, or brings its own.
  [[nodiscard]] bool holds_steering(std::string_view folder) const;
  // A policy file lies in the folder: whoever moves it, or puts another in its place, writes that.
  [[nodiscard]] bool holds_policy_file(std::string_view folder) const;
  // A cache may lie below it, and no other folder of its name is asked for: ~/.cargo, ~/.local. To
  // make one, empty as it is, is part of using the cache.
  [[nodiscard]] bool leads_to_cache(std::string_view folder) const;
  // A folder of this name holds what steers programs, wherever it lies (".vscode").
  [[nodiscard]] static bool gives_steering_name(std::string_view folder);
  // True when path is or lies in a known build or dependency folder below a workspace
  // (node_modules, target, build, ...). Whether git ignores it is for the caller to find out.
  [[nodiscard]] bool in_build_folder(std::string_view path) const;
  [[nodiscard]] const PathRoots& roots() const;
  // Absolute patterns of files that the policy, or a profile, calls secrets.
  [[nodiscard]] const std::vector<std::string>& secret_patterns() const;

 private:
  struct Index;
  std::unique_ptr<const Index> index_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_PATHS_PATH_CLASS_H_

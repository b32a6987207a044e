// SPDX-License-Identifier: Apache-2.0
// BuildFolders: which folders of a workspace hold only what a build or an installer can make again.
// A name that nothing else bears (node_modules, __pycache__) is enough; one that people use too
// (build, dist, target) must also be ignored by git, as the workspace's .gitignore files said when
// the session began: what the tree writes into them later makes nothing expendable. Reads only
// plain patterns of a name; whatever it does not understand is precious. What git tracks is never
// build output, whatever its folder is called: the index of each workspace is held from the start,
// that of a repository in it from when something of it is first looked at. A repository that lies
// in a build folder itself is the build's. Any thread, one mutex.
#ifndef GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_
#define GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/paths/path_class.h"
#include "supervisor/facts/git_index.h"

namespace guard::supervisor {

class BuildFolders {
 public:
  // Reads .gitignore of each workspace root that is a git repository.
  explicit BuildFolders(const policy::PathClassifier& classifier);
  // True when the canonical PATH is, or lies in, such a folder, and git does not track it.
  [[nodiscard]] bool holds(std::string_view path) const;
  // The name of that folder, for people ("node_modules"); empty when there is none.
  [[nodiscard]] std::string_view name_of(std::string_view path) const;

 private:
  struct Root {
    std::string path;
    std::vector<std::string> anywhere;  // ignored folder names
    std::vector<std::string> at_top;    // relative to the root
  };
  // A repository's work tree.
  struct WorkTree {
    std::string path;
    std::shared_ptr<const GitIndex> index;  // null: no repository
  };
  [[nodiscard]] bool is_expendable(const Root& root, std::string_view folder) const;
  // The outermost such folder of PATH, as its beginning; empty: none.
  [[nodiscard]] std::string_view folder_of(std::string_view path) const;
  [[nodiscard]] bool is_tracked(std::string_view path, std::string_view build_folder) const;
  [[nodiscard]] WorkTree work_tree_of(const std::string& folder) const;

  const policy::PathClassifier& classifier_;
  std::vector<Root> roots_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::shared_ptr<const GitIndex>>
      indexes_;                                                   // by work tree
  mutable std::unordered_map<std::string, WorkTree> work_trees_;  // by folders in them
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_

// SPDX-License-Identifier: Apache-2.0
// BuildFolders: which folders of a workspace hold only what a build or an installer can make again.
// A name that nothing else bears (node_modules, __pycache__) is enough; one that people use too
// (build, dist, target) must also be ignored by git, as the workspace's .gitignore files said when
// the session began: what the tree writes into them later makes nothing expendable. Reads only
// plain patterns of a name; whatever it does not understand is precious. Immutable after
// construction, any thread.
#ifndef GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_
#define GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/paths/path_class.h"

namespace guard::supervisor {

class BuildFolders {
 public:
  // Reads .gitignore of each workspace root that is a git repository.
  explicit BuildFolders(const policy::PathClassifier& classifier);
  // True when the canonical PATH is, or lies in, such a folder.
  [[nodiscard]] bool holds(std::string_view path) const;

 private:
  struct Root {
    std::string path;
    std::vector<std::string> anywhere;  // ignored folder names
    std::vector<std::string> at_top;    // relative to the root
  };
  [[nodiscard]] bool is_expendable(const Root& root, std::string_view folder) const;

  const policy::PathClassifier& classifier_;
  std::vector<Root> roots_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_

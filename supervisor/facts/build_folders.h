// SPDX-License-Identifier: Apache-2.0
// BuildFolders: which folders of a workspace hold only what a build or an installer can make again.
// A name that nothing else bears (node_modules, __pycache__) is enough; one that people use too
// (build, dist, target) must also be ignored by git, as the workspace's .gitignore files said when
// the session began: what the tree writes into them later makes nothing expendable. A rule counts
// once it is committed, for another session may have written it; where nobody has committed
// anything yet, it counts as it stands. Reads only plain patterns of a name; whatever it does not
// understand is precious. A file that git tracks is never build output, whatever its folder is
// called: one that the index or HEAD's commit has, of any repository that the folder lies in. Those
// of a workspace, and of what it lies in, are held from the start, that of a repository in it from
// when something of it is first looked at. A repository that lies in a build folder itself is the
// build's. Any thread, one mutex.
#ifndef GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_
#define GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_

#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/paths/path_class.h"
#include "supervisor/facts/git_index.h"
#include "supervisor/git/git_head_tree.h"

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
  // The plain names of one .gitignore.
  struct Rules {
    std::vector<std::string> anywhere;  // folder names
    std::vector<std::string> at_top;    // relative to the root
    [[nodiscard]] bool ignores(std::string_view folder) const;
  };
  struct Root {
    std::string path;
    Rules rules;                               // as the file stands
    mutable std::optional<Rules> committed{};  // read when they are first asked for
  };
  struct Repository {
    std::string path;  // of its work tree
    std::unique_ptr<const GitIndex> index;
    std::unique_ptr<const GitHeadTree> head;
    [[nodiscard]] bool tracks(std::string_view path) const;
  };
  using Repositories = std::vector<std::shared_ptr<const Repository>>;  // the innermost first
  static Rules rules_in(std::istream& text);
  [[nodiscard]] bool is_expendable(const Root& root, std::string_view folder) const;
  [[nodiscard]] bool is_committed_rule(const Root& root, std::string_view folder) const;
  // The outermost such folder of PATH, as its beginning; empty: none.
  [[nodiscard]] std::string_view folder_of(std::string_view path) const;
  [[nodiscard]] bool is_tracked(std::string_view path, std::string_view build_folder) const;
  [[nodiscard]] Repositories repositories_around(const std::string& folder) const;

  const policy::PathClassifier& classifier_;
  std::vector<Root> roots_;
  mutable std::mutex mutex_;
  // By work tree; null: there is none.
  mutable std::unordered_map<std::string, std::shared_ptr<const Repository>> repositories_;
  mutable std::unordered_map<std::string, Repositories> around_;  // by folders in them
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_BUILD_FOLDERS_H_

// SPDX-License-Identifier: Apache-2.0
// GitHeadTree: what the commit has that HEAD of a repository named when it was opened. The commit
// is noted at once, its folders are read when they are first asked for. No git process, no
// configuration. A repository that cannot be read, or is not understood (reftable, SHA-256, objects
// of another store), has everything. Where the library that reads commits is not there, none has
// anything: all that a build made would be asked about there. Any thread, one mutex.
#ifndef GUARD_SUPERVISOR_GIT_GIT_HEAD_TREE_H_
#define GUARD_SUPERVISOR_GIT_GIT_HEAD_TREE_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_tree.h"

namespace guard::supervisor {

class GitHeadTree {
 public:
  // FOLDER: the work tree's top, which has a ".git".
  explicit GitHeadTree(const std::string& folder);
  GitHeadTree(const GitHeadTree&) = delete;
  GitHeadTree& operator=(const GitHeadTree&) = delete;

  // Nobody committed anything in this repository yet, or the library is not there.
  [[nodiscard]] bool tells_nothing() const { return is_new_ || !GitObjects::has_library(); }
  // RELATIVE: below the work tree. A file or a folder of the commit, or anything in a submodule.
  [[nodiscard]] bool has(std::string_view relative) const;
  // The text of a file of the commit; nothing: there is none, or it cannot be read.
  [[nodiscard]] std::optional<std::string> text_of(std::string_view relative) const;

 private:
  enum class Found { kNo, kYes, kUnknown };
  struct Place {
    Found found = Found::kUnknown;
    GitTreeEntry entry = {};
  };
  [[nodiscard]] Place find(std::string_view relative) const;
  [[nodiscard]] const GitTree* tree(const std::string& id) const;
  [[nodiscard]] std::optional<std::string> top() const;

  std::optional<OpenRepository> repository_;
  std::optional<std::string> commit_;
  bool is_new_ = false;
  mutable std::mutex mutex_;
  mutable std::optional<std::string> top_;                  // the commit's tree
  mutable std::unordered_map<std::string, GitTree> trees_;  // by id, those that were read
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_HEAD_TREE_H_

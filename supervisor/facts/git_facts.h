// SPDX-License-Identifier: Apache-2.0
// GitFacts: what git had of the workspaces when the session began: which file is `clean` (the
// commit that HEAD named then has its very content), which is tracked or ignored. Only a repository
// that was there before, belongs to guard's user or root, and lies whole in a folder .git of the
// workspace counts; what the tree commits later makes nothing clean, because it could take it back.
// An answer that git cannot give is no fact of git's. has() reads files: never on the mediator
// without need. Any thread, one mutex.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_FACTS_H_
#define GUARD_SUPERVISOR_FACTS_GIT_FACTS_H_

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "policy/paths/path_class.h"
#include "policy/vocabulary/action.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/git/git_objects.h"
#include "supervisor/git/git_tree.h"
#include "supervisor/git/ignore_rules.h"

namespace guard::supervisor {

// As the commit has it, its .gitignore files included; kUnknown: no repository has a say.
enum class GitStanding { kUnknown, kTracked, kUntracked, kIgnored };

class GitFacts {
 public:
  explicit GitFacts(const policy::PathClassifier& classifier);
  GitFacts(const GitFacts&) = delete;
  GitFacts& operator=(const GitFacts&) = delete;

  [[nodiscard]] bool any() const { return !repositories_.empty(); }
  // Without a look at the disk: a file of a workspace, not too large to compare.
  [[nodiscard]] bool may_have(const policy::Object& object) const;
  // The commit has the content of the file that FD holds (O_PATH will do), under its name; or had
  // it, before the session changed it.
  [[nodiscard]] bool has(int fd, const std::string& path) const;
  // The repository has the content of the file that FD holds, in whatever commit: to be read there
  // by anybody, which makes nothing expendable.
  [[nodiscard]] bool stores(int fd, const std::string& path) const;
  // PATH: of what is no folder, not below .git.
  [[nodiscard]] GitStanding standing_of(const std::string& path) const;
  // Its repository has another commit now than at the start: what standing_of() says is of then.
  [[nodiscard]] bool has_moved(const std::string& path) const;
  // PATH lies where one of the repositories keeps its objects, its refs and their logs: whoever
  // made it, older ones may have been packed into it, or hang from it alone.
  [[nodiscard]] bool keeps(std::string_view path) const;
  // The session is about to change a clean file: what of it is lost, git has.
  void note_changed(int fd) const;

  static constexpr std::size_t kMostBytes = size_limit("git.file");

 private:
  struct Repository {
    std::string path;  // of the workspace
    std::string commit;
    std::unique_ptr<GitObjects> objects;
    // By their names below PATH.
    std::unordered_map<std::string, GitTree> folders;
    std::unordered_map<std::string, IgnoreRules> rules;
    std::unordered_map<std::string, bool> ignored;
  };
  struct Compared {
    std::size_t size = 0;
    std::int64_t changed_ns = 0;
    std::string id;
    bool operator==(const Compared&) const = default;
  };

  void open(const std::string& workspace);
  [[nodiscard]] Repository* repository_of(std::string_view path) const;
  [[nodiscard]] const GitTreeEntry* entry_of(Repository& repository, std::string_view path) const;
  [[nodiscard]] const GitTree& folder_of(Repository& repository, const std::string& name) const;
  [[nodiscard]] std::optional<std::string> tree_of(Repository& repository,
                                                   const std::string& name) const;
  [[nodiscard]] const IgnoreRules& rules_of(Repository& repository, const std::string& name) const;
  [[nodiscard]] bool is_ignored(Repository& repository, const std::string& name,
                                EntryKind kind) const;
  [[nodiscard]] bool is_ignored_folder(Repository& repository, const std::string& name) const;
  [[nodiscard]] bool has_content(Repository& repository, const GitTreeEntry& entry, int fd) const;

  mutable std::mutex mutex_;
  mutable std::vector<Repository> repositories_;  // the list itself is fixed at the start
  mutable std::map<std::pair<std::uint64_t, std::uint64_t>, Compared> compared_;
  mutable BornSet changed_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_FACTS_H_

// SPDX-License-Identifier: Apache-2.0
// GitIndex: which paths in build folders git tracks, as the index said when the session began. The
// index file is held from the start (git replaces it by rename, so the held one stays as it was)
// and read once, when it is first asked. No git process, no configuration. An index that cannot be
// read, or is not understood, tracks everything: nothing there is build output. Any thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_INDEX_H_
#define GUARD_SUPERVISOR_FACTS_GIT_INDEX_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/files/unique_fd.h"

namespace guard::supervisor {

class GitIndex {
 public:
  // FOLDER: where ".git" may be, a folder or the file of a linked worktree. Null: there is none.
  static std::unique_ptr<GitIndex> open(const std::string& folder);
  GitIndex(const GitIndex&) = delete;
  GitIndex& operator=(const GitIndex&) = delete;

  // RELATIVE: below the work tree. A file that git tracks, a folder that holds one, or anything in
  // a submodule or in a folder that a sparse index names as a whole.
  [[nodiscard]] bool tracks(std::string_view relative) const;

 private:
  struct Tracked {
    std::unordered_set<std::string> paths;   // files, and the folders above them
    std::unordered_set<std::string> wholes;  // with all that lies below
  };
  GitIndex(UniqueFd folder, UniqueFd index, int error)
      : folder_(std::move(folder)), index_(std::move(index)), error_(error) {}
  void load() const;

  const UniqueFd folder_;  // the repository
  mutable UniqueFd index_;
  const int error_;  // of opening it; ENOENT: nothing is tracked
  mutable std::once_flag loaded_;
  mutable std::optional<Tracked> tracked_;  // none: not understood
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_INDEX_H_

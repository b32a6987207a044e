// SPDX-License-Identifier: Apache-2.0
// The files of a commit, folder by folder (a tree is "<mode> <name>\0<id>", one after
// the other). Blocks on nothing but the disk; one thread at a time.
#ifndef GUARD_SUPERVISOR_GIT_GIT_TREE_H_
#define GUARD_SUPERVISOR_GIT_GIT_TREE_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "supervisor/git/git_objects.h"

namespace guard::supervisor {

struct GitTreeEntry {
  std::string id;
  bool folder = false;
  bool file = false;  // neither a link nor another repository
  bool link = false;
};
using GitTree = std::unordered_map<std::string, GitTreeEntry>;

[[nodiscard]] GitTree parse_git_tree(std::string_view text);
// The tree that a commit names: "tree <id>\nparent ...".
[[nodiscard]] std::optional<std::string> tree_of_commit(const std::string& commit);

// All that COMMIT has, but what lies in a folder whose tree ALIKE gives by its name ("" is the
// top).
struct GitListing {
  std::unordered_map<std::string, std::string> ids;       // by path: files and links
  std::unordered_map<std::string, std::string> left_out;  // folders that are as in ALIKE
  // PATH, which is no folder, lies in one of those.
  [[nodiscard]] bool leaves_out(std::string_view path) const;
};
// Nothing: an object cannot be read, or GOES_ON says no (asked before each folder).
[[nodiscard]] std::optional<GitListing> list_commit(
    GitObjects& objects, const std::string& commit,
    const std::unordered_map<std::string, std::string>& alike,
    const std::function<bool()>& goes_on);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_TREE_H_

// SPDX-License-Identifier: Apache-2.0
// Commands that read whole trees: `grep -r`, `tar c` and kin, and which files of a tree they leave
// out. Read from the words alone. Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_TREE_SEARCH_H_
#define GUARD_POLICY_COMMAND_TREE_SEARCH_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

struct TreeSearch {
  std::string program;              // "grep"
  std::vector<std::string> places;  // as typed: each may be a file or a folder
  std::vector<std::string> only = {};
  std::vector<std::string> but = {};
  std::vector<std::string> but_folders = {};
};

// Nothing: another command. Words that are no place stand among the places: whoever looks finds
// nothing there.
[[nodiscard]] std::optional<TreeSearch> tree_search_of(const std::vector<std::string>& argv);

// The search would open the file PATH, which lies at or below FOLDER.
[[nodiscard]] bool would_open(const TreeSearch& search, std::string_view folder,
                              std::string_view path);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_TREE_SEARCH_H_

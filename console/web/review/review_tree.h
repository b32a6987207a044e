// SPDX-License-Identifier: Apache-2.0
// The paths of a review as a tree of folders, of which a page asks one folder at a time, and of
// that a part: a session may have changed very many files. Pure; any thread.
#ifndef GUARD_CONSOLE_WEB_REVIEW_REVIEW_TREE_H_
#define GUARD_CONSOLE_WEB_REVIEW_REVIEW_TREE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace guard::console {

// Paths, in an order in which what lies in a folder stands behind it and before its neighbours.
using TreePaths = std::vector<std::string>;

// A folder by a path below it: the first LENGTH bytes of paths[FIRST], which end in '/'. 0 bytes:
// the root.
struct TreeFolder {
  std::size_t first = 0;
  std::size_t length = 0;
};

struct TreeEntry {
  std::string name;                // within the folder; of a folder with '/' behind it
  std::optional<TreeFolder> open;  // of a folder with something below it
  std::size_t below = 0;           // paths below it
  std::optional<std::size_t> row;  // its own place among the paths
};

struct TreePart {
  std::vector<TreeEntry> entries;
  std::optional<std::size_t> next;  // where the rest of the folder begins
};

// FOLDER names one.
[[nodiscard]] bool is_folder_of(const TreePaths& paths, const TreeFolder& folder);
// At most MOST entries of FOLDER, of the paths from FROM on. A folder whose paths all lie in one
// folder below it stands together with that: "src/lib/".
[[nodiscard]] TreePart part_of(const TreePaths& paths, const TreeFolder& folder, std::size_t from,
                               std::size_t most);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_REVIEW_REVIEW_TREE_H_

// SPDX-License-Identifier: Apache-2.0
#include "console/web/review/review_tree.h"

#include <algorithm>
#include <string_view>

namespace guard::console {
namespace {

// The first path from FIRST on that does not begin with PREFIX; all that do stand together.
std::size_t end_of(const TreePaths& paths, std::size_t first, std::string_view prefix) {
  const auto begin = paths.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = std::partition_point(
      begin, paths.end(), [&](const std::string& path) { return path.starts_with(prefix); });
  return static_cast<std::size_t>(end - paths.begin());
}

// In a path that begins with '/', that one is no end of a folder's name.
std::size_t slash_in(std::string_view path, std::size_t from) {
  return path.find('/', from + (path.substr(from).starts_with('/') ? 1 : 0));
}

// How much of a folder's paths is the same, to the last '/' of it. They are in order, so the first
// and the last one tell.
std::size_t shared_length(const std::string& first, const std::string& last) {
  const auto differ = std::ranges::mismatch(first, last);
  const auto same = static_cast<std::size_t>(differ.in1 - first.begin());
  return same == 0 ? 0 : first.rfind('/', same - 1) + 1;
}

TreeEntry entry_at(const TreePaths& paths, std::size_t at, const TreeFolder& folder,
                   std::size_t end) {
  const std::string& path = paths[at];
  const std::size_t slash = slash_in(path, folder.length);
  TreeEntry entry;
  if (slash != std::string::npos) {
    const std::size_t last = end_of(paths, at, path.substr(0, slash + 1));
    entry.below = last - at;
    const std::size_t length = shared_length(path, paths[last - 1]);
    if (entry.below > 1) entry.open = TreeFolder{at, length};
  } else if (at + 1 < end && paths[at + 1].starts_with(path + "/")) {
    entry.row = at;
    entry.below = end_of(paths, at + 1, path + "/") - at - 1;
    entry.open = TreeFolder{at + 1, path.size() + 1};
  }
  if (!entry.open) entry.row = at;
  if (entry.open)
    entry.name = paths[entry.open->first].substr(folder.length, entry.open->length - folder.length);
  else
    entry.name = path.substr(folder.length);
  return entry;
}

std::size_t behind(const TreeEntry& entry, std::size_t at) {
  if (!entry.open) return at + 1;
  return entry.open->first + entry.below;
}

}  // namespace

bool is_folder_of(const TreePaths& paths, const TreeFolder& folder) {
  if (folder.first >= paths.size()) return folder.first == 0 && folder.length == 0;
  const std::string& path = paths[folder.first];
  return folder.length == 0 || (folder.length <= path.size() && path[folder.length - 1] == '/');
}

TreePart part_of(const TreePaths& paths, const TreeFolder& folder, std::size_t from,
                 std::size_t most) {
  TreePart part;
  if (paths.empty()) return part;
  const std::size_t end = end_of(paths, folder.first, paths[folder.first].substr(0, folder.length));
  std::size_t at = std::max(from, folder.first);
  while (at < end && part.entries.size() < most) {
    part.entries.push_back(entry_at(paths, at, folder, end));
    at = behind(part.entries.back(), at);
  }
  if (at < end) part.next = at;
  return part;
}

}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
// The format of git's index (gitformat-index(5)), versions 2 to 4, with object names of 20 or 32
// bytes. Pure, any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_INDEX_FILE_H_
#define GUARD_SUPERVISOR_GIT_GIT_INDEX_FILE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace guard::supervisor {

// The status of a file of the work tree as git last saw it: seconds and nanoseconds since 1970, the
// lower 32 bits of each; bytes.
struct GitIndexStatus {
  std::uint32_t changed_s = 0;
  std::uint32_t changed_ns = 0;
  std::uint32_t modified_s = 0;
  std::uint32_t modified_ns = 0;
  std::uint32_t inode = 0;
  std::uint32_t size = 0;
  bool operator==(const GitIndexStatus&) const = default;
};

struct GitIndexEntry {
  std::uint32_t mode = 0;
  std::string path;  // empty in a split index: an entry of the shared one is replaced
  GitIndexStatus status;
  std::string id;      // of its content, hexadecimal
  unsigned stage = 0;  // not 0: a side of a merge that is not done
  // A submodule, or a folder of a sparse index: what lies below it has no entries here.
  [[nodiscard]] bool is_whole() const;
  [[nodiscard]] bool is_submodule() const;
};

// The part behind the entries.
struct GitIndexEnd {
  // The name of the shared index that this one adds to, in hexadecimal digits; empty when it stands
  // alone.
  std::string shared = {};
  // Folders whose entries are, all of them, those of a tree, with the tree's id; "" is the top.
  std::unordered_map<std::string, std::string> trees = {};
};

// False: the bytes are no index, or one that is not understood. EACH: in the order of their paths.
[[nodiscard]] bool read_git_index(std::string_view bytes,
                                  const std::function<void(const GitIndexEntry&)>& each,
                                  GitIndexEnd& end);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_INDEX_FILE_H_

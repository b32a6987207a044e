// SPDX-License-Identifier: Apache-2.0
// The format of git's index (gitformat-index(5)), versions 2 to 4, with object names of 20 or 32
// bytes. Pure, any thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_INDEX_FILE_H_
#define GUARD_SUPERVISOR_FACTS_GIT_INDEX_FILE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace guard::supervisor {

struct GitIndexEntry {
  std::uint32_t mode = 0;
  std::string path;  // empty in a split index: an entry of the shared one is replaced
  // A submodule, or a folder of a sparse index: what lies below it has no entries here.
  [[nodiscard]] bool is_whole() const;
};

// False: the bytes are no index, or one that is not understood. SHARED: the name of the shared
// index that this one adds to, in hexadecimal digits; empty when it stands alone.
[[nodiscard]] bool read_git_index(std::string_view bytes,
                                  const std::function<void(const GitIndexEntry&)>& each,
                                  std::string& shared);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_INDEX_FILE_H_

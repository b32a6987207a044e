// SPDX-License-Identifier: Apache-2.0
// Files that only one user (root, on a machine) can have written, and those that a signature
// vouches for. Read whole or not at all; written whole, and on the disk, before they have their
// name. Any thread.
#ifndef GUARD_SUPERVISOR_SOURCE_TRUSTED_FILE_H_
#define GUARD_SUPERVISOR_SOURCE_TRUSTED_FILE_H_

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace guard::supervisor {

struct TrustedFile {
  std::string path;
  uid_t owner = 0;  // root's are taken too
};

// Nothing: there is no such file. kRefused: somebody else could have written it, or its folder;
// kInvalid: larger than MOST bytes, or no file.
[[nodiscard]] Result<std::optional<std::string>> read_trusted(const TrustedFile& file,
                                                              std::size_t most);
// A file of anybody. kNotFound: there is none.
[[nodiscard]] Result<std::string> read_file_of_anybody(const std::string& path, std::size_t most);
[[nodiscard]] Result<void> write_whole_file(const std::string& path, std::string_view text,
                                            mode_t mode = 0644);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_TRUSTED_FILE_H_

// SPDX-License-Identifier: Apache-2.0
// The text of a file that root alone can write: what an installed program says of itself. Any
// thread.
#ifndef GUARD_BASE_FILES_ROOT_FILE_H_
#define GUARD_BASE_FILES_ROOT_FILE_H_

#include <cstddef>
#include <string>

namespace guard {

// Empty: of another owner, writable by others, no regular file, longer than MOST bytes, unreadable.
[[nodiscard]] std::string text_of_root_file(const std::string& path, std::size_t most);

}  // namespace guard

#endif  // GUARD_BASE_FILES_ROOT_FILE_H_

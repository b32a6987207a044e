// SPDX-License-Identifier: Apache-2.0
// Opens what lies deeper than one system call can name (PATH_MAX): from folder to folder. Any
// thread.
#ifndef GUARD_BASE_FILES_LONG_PATH_H_
#define GUARD_BASE_FILES_LONG_PATH_H_

#include <string>

#include "base/files/unique_fd.h"

namespace guard {

// As open(2) with FLAGS, of an absolute path. Invalid: errno says why.
[[nodiscard]] UniqueFd open_long_path(const std::string& path, int flags);

}  // namespace guard

#endif  // GUARD_BASE_FILES_LONG_PATH_H_

// SPDX-License-Identifier: Apache-2.0
#include "base/files/long_path.h"

#include <fcntl.h>

#include <climits>
#include <utility>

namespace guard {

UniqueFd open_long_path(const std::string& path, int flags) {
  constexpr std::size_t kPiece = PATH_MAX / 2;  // no name is as long as the other half
  UniqueFd folder;
  std::size_t at = 0;
  while (path.size() - at >= PATH_MAX) {
    const std::size_t end = path.rfind('/', at + kPiece);
    if (end == std::string::npos || end <= at) break;  // the kernel says what is wrong with it
    const std::string piece = path.substr(at, end - at);
    const int from = folder.valid() ? folder.get() : AT_FDCWD;
    UniqueFd next(::openat(from, piece.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!next.valid()) return next;
    folder = std::move(next);
    at = end + 1;
  }
  const int from = folder.valid() ? folder.get() : AT_FDCWD;
  return UniqueFd(::openat(from, path.substr(at).c_str(), flags | O_CLOEXEC));
}

}  // namespace guard

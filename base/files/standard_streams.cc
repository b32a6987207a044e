// SPDX-License-Identifier: Apache-2.0
#include "base/files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace guard {

bool hold_closed_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. The root is there where /dev/null is not, and with O_PATH
    // nobody reads or writes it.
    if (::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC) != stream) return false;
  }
  return true;
}

bool is_stand_in(int stream) {
  const int flags = ::fcntl(stream, F_GETFD);
  return flags >= 0 && (flags & FD_CLOEXEC) != 0;
}

}  // namespace guard

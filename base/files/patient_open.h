// SPDX-License-Identifier: Apache-2.0
// Opens a file that somebody may hold a lease of (fcntl(2), F_SETLEASE), as the guard of another
// session does with secrets. The open waits in the kernel, in a thread of its own, so that whoever
// holds the file sees that somebody waits: an open with O_NONBLOCK fails at once, and looks to that
// guard like a reader of its own tree. Any thread.
#ifndef GUARD_BASE_FILES_PATIENT_OPEN_H_
#define GUARD_BASE_FILES_PATIENT_OPEN_H_

#include <chrono>

#include "base/files/unique_fd.h"

namespace guard {

// Opens what HELD (O_PATH) holds, a regular file, with FLAGS (without O_NONBLOCK), and waits at
// most MOST for it. Invalid: errno says why; EWOULDBLOCK: whoever has the lease does not let go.
[[nodiscard]] UniqueFd open_patiently(int held, int flags, std::chrono::milliseconds most);

}  // namespace guard

#endif  // GUARD_BASE_FILES_PATIENT_OPEN_H_

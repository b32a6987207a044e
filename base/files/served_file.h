// SPDX-License-Identifier: Apache-2.0
// Files that another process or machine serves: whoever reads or writes one waits for it.
#ifndef GUARD_BASE_FILES_SERVED_FILE_H_
#define GUARD_BASE_FILES_SERVED_FILE_H_

namespace guard {

// Another process or machine answers there, or does not: that only a program of its own waits for.
// True also when the file system cannot be told.
[[nodiscard]] bool may_hang(int file);

}  // namespace guard

#endif  // GUARD_BASE_FILES_SERVED_FILE_H_

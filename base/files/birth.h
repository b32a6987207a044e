// SPDX-License-Identifier: Apache-2.0
// The time of birth tells a file from a later one with the same inode number. On file systems
// without one (ext4 with inodes of 128 bytes, ext2 and 3) the generation of its inode, by
// name_to_handle_at(2), stands in for it as a time before 1970. Any thread.
#ifndef GUARD_BASE_FILES_BIRTH_H_
#define GUARD_BASE_FILES_BIRTH_H_

#include <sys/stat.h>

#include <optional>

namespace guard {

// STATUS: what statx told, asked for STATX_BTIME too, of NAME in FOLDER, or of FOLDER itself when
// NAME is empty. A link is not followed. Does nothing where a time of birth is told, nor where
// there is neither.
void complete_birth(int folder, const char* name, struct statx& status);

// Asks statx(2) for MASK of the object that FD holds (O_PATH will do), and completes its birth.
// nullopt: it failed, and errno says why.
[[nodiscard]] std::optional<struct statx> status_with_birth(int fd, unsigned mask);

}  // namespace guard

#endif  // GUARD_BASE_FILES_BIRTH_H_

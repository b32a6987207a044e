// SPDX-License-Identifier: Apache-2.0
// The kernel's name for the object that a descriptor holds: /proc/self/fd/N. It tells names of up
// to 4,095 bytes; those of deeper folders are put together from their ancestors. Any thread.
#ifndef GUARD_BASE_FILES_FD_NAME_H_
#define GUARD_BASE_FILES_FD_NAME_H_

#include <string>

#include "base/limits.h"

namespace guard {

// "/w/file", "/w/gone (deleted)", "pipe:[7]"; empty when it cannot be told: then also of what is no
// folder and lies too deep.
[[nodiscard]] std::string name_of_fd(int fd);

// How long a name may be that guard puts together: 4,096 folders of 255 bytes each are more than a
// million bytes of path, and nobody works in such a folder.
struct FdNameLimits {
  int levels;
  int entries;  // of each folder
};
inline constexpr FdNameLimits kFdNameLimits{int_limit("fd_name.levels"),
                                            int_limit("fd_name.entries")};
[[nodiscard]] std::string name_of_fd_within(const FdNameLimits& limits, int fd);

}  // namespace guard

#endif  // GUARD_BASE_FILES_FD_NAME_H_

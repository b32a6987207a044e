// SPDX-License-Identifier: Apache-2.0
// A directory that is read (opendir(3), fdopendir(3)); closed when it goes. One thread at a time.
#ifndef GUARD_BASE_FILES_DIRECTORY_H_
#define GUARD_BASE_FILES_DIRECTORY_H_

#include <dirent.h>

#include <memory>

namespace guard {

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

}  // namespace guard

#endif  // GUARD_BASE_FILES_DIRECTORY_H_

// SPDX-License-Identifier: Apache-2.0
// FolderStatus: a folder of guard's own that is looked at again and again, and where no tree can
// write. By a descriptor that costs a quarter of what it costs by name; as somebody outside may put
// another folder in its place, the name is looked up anew when the folder was removed, and ten
// times a second. One thread at a time.
#ifndef GUARD_BASE_FILES_FOLDER_STATUS_H_
#define GUARD_BASE_FILES_FOLDER_STATUS_H_

#include <sys/stat.h>

#include <chrono>
#include <string>
#include <utility>

#include "base/files/unique_fd.h"

namespace guard {

class FolderStatus {
 public:
  explicit FolderStatus(std::string path) : path_(std::move(path)) {}
  // False: errno says why.
  [[nodiscard]] bool look(struct stat& status);

 private:
  std::string path_;
  UniqueFd held_;
  std::chrono::steady_clock::time_point looked_up_;
};

}  // namespace guard

#endif  // GUARD_BASE_FILES_FOLDER_STATUS_H_

// SPDX-License-Identifier: Apache-2.0
// WholeFile: a file that appears under its name only when it is whole, readable by its owner only:
// written as a draft beside it, renamed by keep(), removed when that never comes. A file that is no
// ordinary one (a pipe, a device) is written to directly. One thread.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_WHOLE_FILE_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_WHOLE_FILE_H_

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::supervisor {

class WholeFile {
 public:
  static Result<WholeFile> open(const std::string& path);
  ~WholeFile();
  WholeFile(WholeFile&&) = default;
  WholeFile& operator=(WholeFile&&) = delete;

  Result<void> write(std::string_view text);
  Result<void> sync();  // what was written is on the disk
  Result<void> keep();

 private:
  WholeFile(UniqueFd file, std::string path, std::string draft)
      : file_(std::move(file)), path_(std::move(path)), draft_(std::move(draft)) {}
  UniqueFd file_;
  std::string path_;
  std::string draft_;  // empty: no draft, or kept
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_WHOLE_FILE_H_

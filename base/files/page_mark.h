// SPDX-License-Identifier: Apache-2.0
// PageMark: that guard web serves its page at an address now, for sessions, whose trees must not
// reach it: a file in guard's own folder, where no tree can write, with the address in it. Its
// server holds a lock on it: a mark that nobody holds was left by one that has ended, and says
// nothing. Any thread.
#ifndef GUARD_BASE_FILES_PAGE_MARK_H_
#define GUARD_BASE_FILES_PAGE_MARK_H_

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files/folder_status.h"
#include "base/files/unique_fd.h"

namespace guard {

class PageMark {
 public:
  // FOLDER exists.
  [[nodiscard]] static Result<PageMark> make(const std::string& folder, std::string_view address,
                                             std::uint16_t port);
  ~PageMark();  // takes it away
  PageMark(PageMark&&) = default;
  PageMark& operator=(PageMark&&) = delete;

 private:
  PageMark(std::string path, UniqueFd file) : path_(std::move(path)), file_(std::move(file)) {}
  std::string path_;
  UniqueFd file_;
};

// The pages that are marked in a folder. While the folder stays as it is, and has no mark, it is
// not read again.
class PageMarks {
 public:
  explicit PageMarks(const std::string& folder) : folder_(folder), status_(folder) {}
  // A page is served there. True as well when that cannot be told.
  [[nodiscard]] bool serves(std::string_view address, std::uint16_t port) const;

 private:
  std::string folder_;
  mutable std::mutex mutex_;
  mutable FolderStatus status_;
  mutable std::int64_t empty_since_ = 0;  // the folder's last change, in ns; 0: unknown
};

}  // namespace guard

#endif  // GUARD_BASE_FILES_PAGE_MARK_H_

// SPDX-License-Identifier: Apache-2.0
// PatchFolders: a private temporary folder with `a` and `b`, in which old and new contents lie
// under numbers. The destructor removes it with all that is in it. One thread.
#ifndef GUARD_CONSOLE_REVIEW_PATCH_FOLDERS_H_
#define GUARD_CONSOLE_REVIEW_PATCH_FOLDERS_H_

#include <cstddef>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::console {

class PatchFolders {
 public:
  enum class Side { kOld, kNew };
  [[nodiscard]] static Result<std::unique_ptr<PatchFolders>> make();
  ~PatchFolders();
  PatchFolders(const PatchFolders&) = delete;
  PatchFolders& operator=(const PatchFolders&) = delete;

  // CONTENT: open for reading. MODE: whether it can be run counts.
  Result<void> lay_file(Side side, std::size_t number, int content, unsigned mode);
  Result<void> lay_link(Side side, std::size_t number, const std::string& text);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit PatchFolders(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] std::string place(Side side, std::size_t number) const;
  const std::string path_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_PATCH_FOLDERS_H_

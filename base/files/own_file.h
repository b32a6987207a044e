// SPDX-License-Identifier: Apache-2.0
// OwnFile: a small text that guard keeps for its user beside his policy (CONFIG/trusted, CONFIG/
// grants.yaml). Read whole or not at all; refused when somebody else could have written it; changed
// under a lock, so that two sessions lose nothing of each other's, and appears whole or not at all.
// Immutable, any thread; change() may wait for another process's.
#ifndef GUARD_BASE_FILES_OWN_FILE_H_
#define GUARD_BASE_FILES_OWN_FILE_H_

#include <functional>
#include <string>

#include "base/error.h"

namespace guard {

class OwnFile {
 public:
  explicit OwnFile(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  // Empty when there is no such file. kRefused: not ours alone; kInvalid: larger than 1 MiB.
  [[nodiscard]] Result<std::string> read() const;
  // `changed` gets the text as it is now and gives the new one; its error leaves the file as it is.
  using Changed = std::function<Result<std::string>(const std::string& text)>;
  Result<void> change(const Changed& changed) const;
  // The stamp of what read() would see: another text has another one. "" when there is no such
  // file. "" when there is no such file.
  [[nodiscard]] std::string stamp() const;

 private:
  std::string path_;
};

}  // namespace guard

#endif  // GUARD_BASE_FILES_OWN_FILE_H_

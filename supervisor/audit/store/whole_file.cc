// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/text/text.h"
#include "base/uuid.h"

namespace guard::supervisor {

Result<WholeFile> WholeFile::open(const std::string& path) {
  struct stat found {};
  const bool special = ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
  std::string draft = special ? "" : path + "." + make_uuid();
  const int flags = special ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL;
  UniqueFd file(::open((special ? path : draft).c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.valid()) return fail_errno(safe_text(path));
  return WholeFile(std::move(file), path, std::move(draft));
}

WholeFile::~WholeFile() {
  if (file_.valid() && !draft_.empty()) ::unlink(draft_.c_str());
}

Result<void> WholeFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file_.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno(safe_text(path_));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> WholeFile::sync() {
  if (draft_.empty() || ::fdatasync(file_.get()) == 0) return {};
  return fail_errno(safe_text(path_));
}

Result<void> WholeFile::keep() {
  if (draft_.empty()) return {};
  if (::rename(draft_.c_str(), path_.c_str()) != 0) return fail_errno(safe_text(path_));
  draft_.clear();
  return {};
}

}  // namespace guard::supervisor

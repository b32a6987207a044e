// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/held_database.h"

#include <sys/stat.h>

#include <cerrno>
#include <string_view>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr std::array<const char*, 3> kSuffixes = {"", "-wal", "-shm"};
constexpr std::string_view kMagic{"SQLite format 3\0", 16};  // sqlite.org/fileformat2.html

}  // namespace

Result<HeldDatabase> HeldDatabase::hold(const std::string& path) {
  HeldDatabase held;
  for (std::size_t i = 0; i < kSuffixes.size(); ++i) {
    struct stat found {};
    const std::string name = path + kSuffixes[i];
    if (::lstat(name.c_str(), &found) != 0) return fail_errno(safe_text(name));
    held.files_[i] = {name, found.st_dev, found.st_ino};
  }
  return held;
}

Result<void> HeldDatabase::check(Database& database) {
  for (const File& file : files_) {
    struct stat found {};
    if (::lstat(file.path.c_str(), &found) != 0 && errno != ENOENT)
      return fail_errno(safe_text(file.path));
    if (found.st_ino != file.inode || found.st_dev != file.device)
      return fail(Code::kSystem, "audit database: " + safe_text(file.path) +
                                     " was removed or replaced while guard writes it");
  }
  const auto head = database.head_of_file(kMagic.size());
  if (!head) return forward(head.error());
  if (*head == kMagic) has_begun_ = true;
  if (*head == kMagic || !has_begun_) return {};
  return fail(Code::kSystem, "audit database: " + safe_text(files_[0].path) +
                                 " was overwritten while guard writes it");
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/lent_rights.h"

#include <sys/stat.h>
#include <unistd.h>

#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {
namespace {

constexpr mode_t kPermissions = 07777;
// R_OK, W_OK, X_OK are the bits of one class.
constexpr unsigned kOfOwner = 6;

}  // namespace

LentRights::LentRights(int folder, int wanted) {
  struct stat status {};
  if (::fstat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) return;
  if (status.st_uid != ::geteuid()) return;
  if (::eaccess(held_path(folder).c_str(), wanted) == 0) return;
  before_ = status.st_mode & kPermissions;
  lent_ = before_ | (static_cast<mode_t>(wanted) << kOfOwner);
  if (lent_ != before_ && ::chmod(held_path(folder).c_str(), lent_) == 0) folder_ = folder;
}

LentRights::~LentRights() {
  struct stat status {};
  if (folder_ < 0 || ::fstat(folder_, &status) != 0) return;
  if ((status.st_mode & kPermissions) == lent_) (void)::chmod(held_path(folder_).c_str(), before_);
}

}  // namespace guard::supervisor

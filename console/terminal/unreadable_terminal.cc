// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/unreadable_terminal.h"

#include <sys/stat.h>
#include <unistd.h>

namespace guard::console {
namespace {

constexpr mode_t kRights = 07777;
constexpr mode_t kReading = S_IRUSR | S_IRGRP | S_IROTH;

}  // namespace

bool UnreadableTerminal::hold() {
  struct stat status {};
  const bool ours =
      ::fstat(fd_, &status) == 0 && S_ISCHR(status.st_mode) && status.st_uid == ::geteuid();
  if (!ours || (status.st_mode & kReading) == 0) return true;
  const mode_t rights = status.st_mode & kRights;
  if (::fchmod(fd_, rights & ~kReading) != 0) return false;
  before_ = rights;
  return true;
}

void UnreadableTerminal::give_back() {
  struct stat status {};
  if (!before_ || ::fstat(fd_, &status) != 0) return;
  if ((status.st_mode & kRights) == (*before_ & ~kReading)) (void)::fchmod(fd_, *before_);
  before_.reset();
}

}  // namespace guard::console

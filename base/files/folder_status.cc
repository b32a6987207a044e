// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder_status.h"

#include <fcntl.h>

namespace guard {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kStays = std::chrono::milliseconds(100);

}  // namespace

bool FolderStatus::look(struct stat& status) {
  const auto now = Clock::now();
  const bool stays = held_.valid() && now - looked_up_ < kStays;
  if (stays && ::fstat(held_.get(), &status) == 0 && status.st_nlink != 0) return true;
  held_ = UniqueFd(::open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  looked_up_ = now;
  return held_.valid() && ::fstat(held_.get(), &status) == 0;
}

}  // namespace guard

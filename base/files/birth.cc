// SPDX-License-Identifier: Apache-2.0
#include "base/files/birth.h"

#include <fcntl.h>

#include <array>
#include <cstdint>

#include "base/weaken.h"

namespace guard {
namespace {

// FILEID_INO32_GEN: the number of the inode, then its generation (fs/libfs.c,
// generic_encode_ino32_fh). FUSE, whose numbers change while a file lives, has another type.
constexpr int kNumberAndGeneration = 1;

struct Handle {
  struct file_handle head;
  std::array<std::uint32_t, MAX_HANDLE_SZ / sizeof(std::uint32_t)> words;
};

}  // namespace

void complete_birth(int folder, const char* name, struct statx& status) {
  if ((status.stx_mask & STATX_BTIME) != 0 || weakened("inode-generations")) return;
  Handle handle{};
  handle.head.handle_bytes = sizeof handle.words;
  int mount = 0;
  if (::name_to_handle_at(folder, name, &handle.head, &mount, AT_EMPTY_PATH) != 0 ||
      handle.head.handle_type != kNumberAndGeneration)
    return;
  status.stx_btime = {};
  status.stx_btime.tv_sec = -1 - static_cast<std::int64_t>(handle.words[1]);
  status.stx_mask |= STATX_BTIME;
}

std::optional<struct statx> status_with_birth(int fd, unsigned mask) {
  struct statx status {};
  if (::statx(fd, "", AT_EMPTY_PATH, mask, &status) != 0) return std::nullopt;
  complete_birth(fd, "", status);
  return status;
}

}  // namespace guard

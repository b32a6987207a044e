// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/open_flags.h"

#include <fcntl.h>

namespace guard::interceptor {
namespace {

constexpr std::uint64_t kUnnamedBit = O_TMPFILE & ~O_DIRECTORY;  // __O_TMPFILE

bool writes(std::uint64_t flags) {
  return (flags & O_ACCMODE) != O_RDONLY;
}

}  // namespace

bool makes_unnamed_file(std::uint64_t flags) {
  return (flags & kUnnamedBit) != 0;
}

bool has_write_intent(std::uint64_t flags) {
  if ((flags & O_PATH) != 0) return false;
  return writes(flags) || (flags & (O_CREAT | O_TRUNC)) != 0 || makes_unnamed_file(flags);
}

bool follows_last(std::uint64_t flags) {
  if ((flags & O_NOFOLLOW) != 0) return false;
  return (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
}

std::uint64_t told_open_flags(std::uint64_t flags_register) {
  const std::uint64_t flags = flags_register & ~kUpperHalfOfFlags;
  if ((flags_register & kUpperHalfOfFlags) != kMadeAgainMark) return flags;
  const std::uint64_t reading = flags & ~static_cast<std::uint64_t>(O_CREAT);
  return has_write_intent(reading) ? flags : reading;
}

}  // namespace guard::interceptor

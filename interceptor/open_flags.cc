// SPDX-License-Identifier: Apache-2.0
#include "interceptor/open_flags.h"

#include <fcntl.h>
#include <linux/openat2.h>

#include <cerrno>

namespace guard::interceptor {
namespace {

constexpr std::uint64_t kUnnamedBit = O_TMPFILE & ~O_DIRECTORY;  // __O_TMPFILE
// asm/fcntl.h; the C library calls it 0. On aarch64 the other value is O_NOFOLLOW.
#ifdef __aarch64__
constexpr std::uint64_t kLargeFile = 0400000;
#else
constexpr std::uint64_t kLargeFile = 0100000;
#endif
constexpr std::uint64_t kValid = O_ACCMODE | O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_APPEND |
                                 O_NONBLOCK | O_SYNC | O_DSYNC | O_ASYNC | O_DIRECT | kLargeFile |
                                 O_DIRECTORY | O_NOFOLLOW | O_NOATIME | O_CLOEXEC | O_PATH |
                                 kUnnamedBit;
constexpr std::uint64_t kBesidePathOnly = O_DIRECTORY | O_NOFOLLOW | O_PATH | O_CLOEXEC;

constexpr std::uint64_t kBoth = RESOLVE_BENEATH | RESOLVE_IN_ROOT;
constexpr std::uint64_t kScopes =
    kBoth | RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS | RESOLVE_CACHED;

bool writes(std::uint64_t flags) {
  return (flags & O_ACCMODE) != O_RDONLY;
}

// openat2 is strict where open(2) ignores.
Result<void> check_strict(const RawCall& call) {
  const std::uint64_t flags = call.open_flags;
  const bool creates = (flags & O_CREAT) != 0 || (flags & kUnnamedBit) != 0;
  if ((flags & ~kValid) != 0) return fail_with(EINVAL, "openat2 flags");
  if ((flags & O_PATH) != 0 && (flags & ~kBesidePathOnly) != 0)
    return fail_with(EINVAL, "openat2 flags");
  if ((call.resolve & ~kScopes) != 0 || (call.resolve & kBoth) == kBoth)
    return fail_with(EINVAL, "openat2 resolve");
  if (!creates && call.mode != 0) return fail_with(EINVAL, "openat2 mode");
  if (creates && (call.mode & ~07777ULL) != 0) return fail_with(EINVAL, "openat2 mode");
  return {};
}

Result<void> check_combination(std::uint64_t flags) {
  if ((flags & O_PATH) != 0) return {};
  if (makes_unnamed_file(flags)) {
    if ((flags & O_TMPFILE) != O_TMPFILE || !writes(flags) || (flags & O_CREAT) != 0) {
      return fail_with(EINVAL, "O_TMPFILE");
    }
    return {};
  }
  // Linux 6.4 and newer; before, the pair made a regular file.
  if ((flags & (O_CREAT | O_DIRECTORY)) == (O_CREAT | O_DIRECTORY))
    return fail_with(EINVAL, "O_CREAT|O_DIRECTORY");
  return {};
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

Result<void> check_open_flags(const RawCall& call) {
  if (call.is_openat2) {
    if (auto strict = check_strict(call); !strict) return strict;
  }
  if (auto valid = check_combination(call.open_flags); !valid) return valid;
  // What is to be made or cut cannot be had from the cache alone.
  const bool changes = (call.open_flags & (O_CREAT | O_TRUNC | kUnnamedBit)) != 0;
  if ((call.resolve & RESOLVE_CACHED) != 0 && changes) return fail_with(EAGAIN, "RESOLVE_CACHED");
  return {};
}

}  // namespace guard::interceptor

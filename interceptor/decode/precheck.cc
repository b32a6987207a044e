// SPDX-License-Identifier: Apache-2.0
#include "interceptor/decode/precheck.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <cerrno>

#include "interceptor/syscalls/open_flags.h"

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

bool takes_a_name(Operation operation) {
  return operation == Operation::kMakeDirectory || operation == Operation::kMakeNode ||
         operation == Operation::kSymlink;
}

// renameat2(2): RENAME_EXCHANGE goes with neither of the others.
bool are_rename_flags(unsigned flags) {
  constexpr unsigned kNoReplace = 1;
  constexpr unsigned kExchange = 2;
  constexpr unsigned kWhiteout = 4;
  if ((flags & ~(kNoReplace | kExchange | kWhiteout)) != 0) return false;
  return (flags & kExchange) == 0 || (flags & (kNoReplace | kWhiteout)) == 0;
}

// mknod(2): the kind of node (fs/namei.c, may_mknod).
int kind_error(std::uint64_t mode) {
  switch (mode & S_IFMT) {
    case 0:
    case S_IFREG:
    case S_IFCHR:
    case S_IFBLK:
    case S_IFIFO:
    case S_IFSOCK:
      return 0;
    case S_IFDIR:
      return EPERM;
    default:
      return EINVAL;
  }
}

int number_error(const RawCall& raw) {
  switch (raw.operation) {
    case Operation::kRemove:
      return (raw.at_flags & ~AT_REMOVEDIR) == 0 ? 0 : EINVAL;
    case Operation::kRename:
      return are_rename_flags(raw.rename_flags) ? 0 : EINVAL;
    case Operation::kLink:
      return (raw.at_flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) == 0 ? 0 : EINVAL;
    case Operation::kTruncate:
      return raw.length >= 0 ? 0 : EINVAL;
    case Operation::kMakeNode:
      return kind_error(raw.mode);
    default:
      return 0;
  }
}

bool names_something(const RawCall& raw) {
  switch (raw.operation) {
    case Operation::kOpen:
    case Operation::kRemove:
    case Operation::kRename:
    case Operation::kTruncate:
      return true;
    case Operation::kLink:
    case Operation::kExec:
      return (raw.at_flags & AT_EMPTY_PATH) == 0;
    default:
      return takes_a_name(raw.operation);
  }
}

}  // namespace

Result<void> check_open_flags(const RawCall& call) {
  if (call.is_openat2) {
    if (auto strict = check_strict(call); !strict) return strict;
  }
  if (auto valid = check_combination(call.open_flags); !valid) return valid;
  // A file that is to be made or cut cannot be had from the cache alone.
  const bool changes = (call.open_flags & (O_CREAT | O_TRUNC | kUnnamedBit)) != 0;
  if ((call.resolve & RESOLVE_CACHED) != 0 && changes) return fail_with(EAGAIN, "RESOLVE_CACHED");
  return {};
}

Result<void> check_numbers(const RawCall& raw) {
  // With O_PATH other flags are ignored, or answered otherwise (pipeline.cc).
  const bool opens = raw.operation == Operation::kOpen && (raw.open_flags & O_PATH) == 0;
  if (opens) return check_open_flags(raw);
  if (const int error = number_error(raw); error != 0) return fail_with(error, "flags or length");
  return {};
}

Result<void> check_before_folders(const RawCall& raw) {
  if (names_something(raw) && raw.path.empty()) return fail_with(ENOENT, "empty path");
  // execveat(2) looks at its flags when it has read all else. 0x10000: AT_EXECVE_CHECK, Linux 6.14.
  constexpr int kExecFlags = AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW | 0x10000;
  if (raw.operation == Operation::kExec && (raw.at_flags & ~kExecFlags) != 0)
    return fail_with(EINVAL, "flags");
  return {};
}

}  // namespace guard::interceptor

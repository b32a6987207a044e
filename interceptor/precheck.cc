// SPDX-License-Identifier: Apache-2.0
#include "interceptor/precheck.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "interceptor/open_flags.h"

namespace guard::interceptor {
namespace {

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

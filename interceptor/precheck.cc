// SPDX-License-Identifier: Apache-2.0
#include "interceptor/precheck.h"

#include <fcntl.h>

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

}  // namespace

Result<void> check_before_folders(const RawCall& raw) {
  bool numbers_are_valid = true;
  bool may_be_empty = false;
  if (raw.operation == Operation::kOpen) {
    if (auto valid = check_open_flags(raw); !valid) return valid;
  } else if (raw.operation == Operation::kRemove) {
    numbers_are_valid = (raw.at_flags & ~AT_REMOVEDIR) == 0;
  } else if (raw.operation == Operation::kRename) {
    numbers_are_valid = are_rename_flags(raw.rename_flags);
  } else if (raw.operation == Operation::kLink) {
    numbers_are_valid = (raw.at_flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) == 0;
    may_be_empty = (raw.at_flags & AT_EMPTY_PATH) != 0;
  } else if (raw.operation == Operation::kTruncate) {
    numbers_are_valid = raw.length >= 0;
  } else if (raw.operation == Operation::kExec) {
    may_be_empty = (raw.at_flags & AT_EMPTY_PATH) != 0;
  } else if (!takes_a_name(raw.operation)) {
    return {};
  }
  if (!numbers_are_valid) return fail_with(EINVAL, "flags or length");
  if (raw.path.empty() && !may_be_empty) return fail_with(ENOENT, "empty path");
  return {};
}

}  // namespace guard::interceptor

// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/held_call.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>

namespace guard::interceptor {
namespace {

// A name still leads to the object that was judged: same device and inode, or still nothing.
bool unchanged(const HeldPath& held) {
  if (!held.parent.valid() || held.name.empty()) return true;
  const std::string name = held.name.substr(0, held.name.find_last_not_of('/') + 1);
  struct stat now {};
  const bool there = ::fstatat(held.parent.get(), name.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0;
  if (!held.exists()) return !there;
  return there && now.st_dev == held.status.st_dev && now.st_ino == held.status.st_ino;
}

}  // namespace

Result<void> recheck(const HeldCall& call) {
  if (!unchanged(call.first) || !unchanged(call.second))
    return fail_with(ESTALE, "changed while it waited");
  return {};
}

}  // namespace guard::interceptor

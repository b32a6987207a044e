// SPDX-License-Identifier: Apache-2.0
// Acts on names. The name goes to the kernel with its trailing slashes, "." and "..": it then gives
// the right EISDIR, ENOTDIR, EINVAL, ENOTEMPTY, EBUSY, EEXIST itself. New objects get the raw mode
// and the tracee's umask in a forked-off file-system context of the thread, so that default ACLs
// work as without guard.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

#include "base/files/birth.h"
#include "interceptor/acts/acts.h"
#include "interceptor/process/fs_context.h"
#include "interceptor/tracee/size_limit.h"

namespace guard::interceptor {
namespace {

// Notes what this act has just made under a held name.
void note_made(Executed& executed, const HeldPath& held) {
  if (executed.error != 0) return;
  const std::string name = held.name.substr(0, held.name.find_last_not_of('/') + 1);
  struct statx status {};
  if (::statx(held.parent.get(), name.c_str(), AT_SYMLINK_NOFOLLOW, kMadeMask, &status) != 0)
    return;
  complete_birth(held.parent.get(), name.c_str(), status);
  executed.made = status;
}

template <class Call>
Executed make_with_umask(const HeldCall& call, const Call& make) {
  const auto mask = current_umask(*call.tracee);
  if (!mask) return executed_error(EPERM);
  Executed executed;
  if (!with_umask(*mask, [&] { executed = executed_value(make()); })) return executed_error(errno);
  note_made(executed, call.first);
  return executed;
}

}  // namespace

std::string proc_path(const UniqueFd& fd) {
  return "/proc/self/fd/" + std::to_string(fd.get());
}

Executed executed_error(int error) {
  Executed executed;
  executed.error = error;
  executed.reply = Reply::fail(error);
  return executed;
}

Executed executed_value(long result) {
  if (result < 0) return executed_error(errno);
  Executed executed;
  executed.reply = Reply::of_value(result);
  return executed;
}

Executed act_remove(HeldCall& call) {
  const HeldPath& held = call.first;
  // "/" itself has no name in a parent.
  if (held.name.empty())
    return executed_error((call.raw.at_flags & AT_REMOVEDIR) != 0 ? EBUSY : EISDIR);
  Executed executed =
      executed_value(::unlinkat(held.parent.get(), held.name.c_str(), call.raw.at_flags));
  executed.removed_last_link =
      executed.error == 0 && (S_ISDIR(held.status.st_mode) || held.status.st_nlink <= 1);
  return executed;
}

Executed act_rename(HeldCall& call) {
  if (call.first.name.empty() || call.second.name.empty()) return executed_error(EBUSY);
  Executed executed = executed_value(::syscall(SYS_renameat2, call.first.parent.get(),
                                               call.first.name.c_str(), call.second.parent.get(),
                                               call.second.name.c_str(), call.raw.rename_flags));
  if ((call.raw.rename_flags & RENAME_WHITEOUT) != 0) note_made(executed, call.first);
  return executed;
}

bool truncate_may_block(const HeldCall&) {
  return true;
}

Executed act_truncate(HeldCall& call) {
  const std::string path = proc_path(call.first.object);
  const std::int64_t length = call.raw.length;
  struct stat now {};
  const bool grows = ::fstat(call.first.object.get(), &now) == 0 && length > now.st_size;
  if (grows && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0) {
    const auto limit = file_size_limit(*call.tracee);
    if (!limit) return executed_error(EPERM);
    if (static_cast<std::uint64_t>(length) > *limit) {
      Executed executed = executed_error(EFBIG);
      executed.signal = SIGXFSZ;
      return executed;
    }
  }
  // truncate(2) by the object's own descriptor name: no name is looked up again.
  return executed_value(::truncate(path.c_str(), length));
}

Executed act_make_directory(HeldCall& call) {
  if (call.first.name.empty()) return executed_error(EEXIST);
  return make_with_umask(call, [&] {
    return ::mkdirat(call.first.parent.get(), call.first.name.c_str(),
                     static_cast<mode_t>(call.raw.mode));
  });
}

Executed act_make_node(HeldCall& call) {
  if (call.first.name.empty()) return executed_error(EEXIST);
  return make_with_umask(call, [&] {
    return ::syscall(SYS_mknodat, call.first.parent.get(), call.first.name.c_str(),
                     static_cast<mode_t>(call.raw.mode), call.raw.device);
  });
}

Executed act_symlink(HeldCall& call) {
  if (call.first.name.empty()) return executed_error(EEXIST);
  return make_with_umask(call, [&] {
    return ::symlinkat(call.raw.link_text.c_str(), call.first.parent.get(),
                       call.first.name.c_str());
  });
}

Executed act_link(HeldCall& call) {
  if (call.second.name.empty()) return executed_error(EEXIST);
  // Through the held object's descriptor: covers links themselves, O_TMPFILE and AT_EMPTY_PATH.
  return executed_value(::linkat(AT_FDCWD, proc_path(call.first.object).c_str(),
                                 call.second.parent.get(), call.second.name.c_str(),
                                 AT_SYMLINK_FOLLOW));
}

}  // namespace guard::interceptor

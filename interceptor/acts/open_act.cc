// SPDX-License-Identifier: Apache-2.0
// open(2) with write intent, on what was judged. An existing object is opened again through its own
// descriptor; a missing one is made with O_EXCL under its held parent. The order of errors is the
// kernel's (traps.md, Required semantics).
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <utility>

#include "base/files/birth.h"
#include "base/files/own_descriptor.h"
#include "base/weaken.h"
#include "interceptor/acts/acts.h"
#include "interceptor/acts/open_wait.h"
#include "interceptor/process/fs_context.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/syscalls/open_flags.h"
#include "interceptor/tracee/owners.h"

namespace guard::interceptor {
namespace {

constexpr unsigned kTtyMajor = 5;  // /dev/tty is 5:0

int flags_of(const HeldCall& call) {
  return static_cast<int>(call.raw.open_flags);
}

bool wants_to_wait(const HeldCall& call) {
  return (flags_of(call) & O_NONBLOCK) == 0;
}

// /dev/tty means the opener's terminal: the tracee's, not guard's.
Result<std::string> tracee_terminal(const HeldCall& call) {
  const auto number = read_terminal(call.tracee->tgid);
  if (!number || *number == 0) return fail_with(ENXIO, "no terminal");
  const auto device = static_cast<dev_t>(static_cast<unsigned>(*number));
  constexpr unsigned kFirstPts = 136;
  constexpr unsigned kLastPts = 143;
  const unsigned kind = major(device);
  if (kind < kFirstPts || kind > kLastPts) return fail_with(ENXIO, "not a pseudo-terminal");
  return "/dev/pts/" + std::to_string((kind - kFirstPts) * 256 + minor(device));
}

bool sysctl_set(const char* path) {
  const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC));
  char c = '1';
  if (fd.valid() && ::read(fd.get(), &c, 1) != 1) c = '1';
  return c != '0';
}

// fs.protected_regular and protected_fifos look at O_CREAT, which the reopening drops: the check is
// repeated here (fs/namei.c, may_create_in_sticky).
bool refused_in_sticky_folder(const HeldCall& call) {
  if ((flags_of(call) & O_CREAT) == 0 || !call.first.parent.valid()) return false;
  struct stat folder {};
  struct stat object {};  // its owner as seen here
  if (::fstat(call.first.parent.get(), &folder) != 0) return true;
  if (::fstat(call.first.object.get(), &object) != 0) return true;
  if ((folder.st_mode & S_ISVTX) == 0 ||
      is_same_owner(*call.tracee, object.st_uid, folder.st_uid) ||
      is_own(*call.tracee, object.st_uid)) {
    return false;
  }
  if ((folder.st_mode & S_IWOTH) == 0) return false;
  static const bool protect_files = sysctl_set("/proc/sys/fs/protected_regular");
  static const bool protect_fifos = sysctl_set("/proc/sys/fs/protected_fifos");
  return (S_ISREG(object.st_mode) && protect_files) || (S_ISFIFO(object.st_mode) && protect_fifos);
}

Executed finish_file(UniqueFd file, const HeldCall& call, bool truncate_after) {
  Executed executed;
  executed.reply = Reply::of_file(std::move(file), (flags_of(call) & O_CLOEXEC) != 0);
  executed.reply.truncate_after = truncate_after;
  return executed;
}

// A FIFO without a reader (ENXIO), a lease that is being broken (EWOULDBLOCK): the tracee asked to
// wait. Guard never waits inside an act, which may hold the lock of all name changes: the caller
// tries again.
bool would_wait(const HeldCall& call, int error) {
  if (!wants_to_wait(call)) return false;
  return error == EWOULDBLOCK || (error == ENXIO && S_ISFIFO(call.first.status.st_mode));
}

bool waits_for_writer(const HeldCall& call) {
  return S_ISFIFO(call.first.status.st_mode) && wants_to_wait(call) &&
         (flags_of(call) & O_ACCMODE) == O_RDONLY && !call.tracee->realm;
}

// Somebody else has a lease of it, as another session of this user has of secrets. An open that
// does not wait breaks the lease, and is no reason to let go of it: the holder takes it again at
// once, and so on for ever. Only whom the kernel lets wait gets its turn (fs/locks.c,
// __break_lease). So does an open with O_NONBLOCK, which says nothing else of a regular file and
// was approved: grep -r and tar open so.
bool waits_for_lease(const HeldCall& call, int error) {
  return error == EWOULDBLOCK && S_ISREG(call.first.status.st_mode) && !call.tracee->realm;
}

// The holder may be no session of guard, and be slow: whoever asked not to wait waits no longer.
bool waited_enough(const HeldCall& call) {
  constexpr std::chrono::seconds kLongest(3);
  return !wants_to_wait(call) && call.waiting_open->waited() > kLongest;
}

// As the kernel waits (fifo(7), fcntl(2)); when it is not open soon, in the background.
Executed open_in_the_kernel(HeldCall& call, int flags, bool truncate_after) {
  constexpr std::chrono::milliseconds kAtOnce(1);
  if (!call.waiting_open) {
    auto wait = OpenWait::begin(call.first.object.get(), flags & ~O_NONBLOCK);
    if (!wait) return executed_error(ENFILE);
    call.waiting_open = std::move(*wait);
  }
  auto file = call.waiting_open->take(kAtOnce);
  if (!file && waited_enough(call)) return opened_so_far(call, EWOULDBLOCK);
  if (!file) {
    Executed executed = executed_error(EWOULDBLOCK);
    executed.would_wait = true;
    return executed;
  }
  call.waiting_open.reset();
  if (!*file) return executed_error(file->error().sys_errno);
  if (!wants_to_wait(call) && ::fcntl(file->value().get(), F_SETFL, flags) != 0)
    return executed_error(errno);
  return finish_file(std::move(**file), call, truncate_after);
}

}  // namespace

Executed opened_so_far(HeldCall& call, int error) {
  if (!call.waiting_open) return executed_error(error);
  UniqueFd file = call.waiting_open->end();
  call.waiting_open.reset();
  return file.valid() ? finish_file(std::move(file), call, false) : executed_error(error);
}

namespace {

Executed open_existing(HeldCall& call) {
  if (const int error = existing_open_error(call); error != 0) return executed_error(error);
  if (refused_in_sticky_folder(call)) return executed_error(EACCES);
  const DescriptorPath held = path_of_descriptor(call.first.object.get());
  std::string path = held.name.data();
  const auto& status = call.first.status;
  if (S_ISCHR(status.st_mode) && major(status.st_rdev) == kTtyMajor && minor(status.st_rdev) == 0) {
    auto terminal = tracee_terminal(call);
    if (!terminal) return executed_error(terminal.error().sys_errno);
    path = *terminal;
  }
  // A regular file is truncated only when the tracee has its number: with EMFILE nothing must be
  // lost.
  const bool truncate_after = (flags_of(call) & O_TRUNC) != 0 && S_ISREG(status.st_mode) &&
                              (flags_of(call) & O_ACCMODE) != O_RDONLY;
  int flags =
      (flags_of(call) & ~(O_CREAT | O_EXCL | O_NOFOLLOW)) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  if (truncate_after) flags &= ~O_TRUNC;
  if (weakened("never-wait-in-an-act") && wants_to_wait(call)) flags &= ~O_NONBLOCK;
  if (call.waiting_open || waits_for_writer(call))
    return open_in_the_kernel(call, flags, truncate_after);
  UniqueFd file(::openat(held.folder, path.c_str(), flags));
  if (!file.valid()) {
    const int error = errno;
    if (waits_for_lease(call, error)) return open_in_the_kernel(call, flags, truncate_after);
    Executed executed = executed_error(error);
    executed.would_wait = would_wait(call, executed.error);
    return executed;
  }
  // O_NONBLOCK was guard's own; the tracee gets what it asked for. F_SETFL changes no flag but
  // those that may change (fs/fcntl.c, SETFL_MASK).
  if (wants_to_wait(call) && ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) != 0)
    return executed_error(errno);
  return finish_file(std::move(file), call, truncate_after);
}

std::optional<struct statx> identity_of_made(int fd) {
  struct statx status {};
  if (::statx(fd, "", AT_EMPTY_PATH, kMadeMask, &status) != 0) return std::nullopt;
  complete_birth(fd, "", status);
  return status;
}

Executed open_new(HeldCall& call, bool unnamed) {
  const auto mask = current_umask(*call.tracee);
  if (!mask) return executed_error(EPERM);
  // O_EXCL never follows a link; O_NOFOLLOW would show in the tracee's F_GETFL.
  const int flags = flags_of(call) | O_CLOEXEC | O_NOCTTY;
  const auto mode = static_cast<mode_t>(call.raw.mode);
  UniqueFd file;
  const auto make = [&] {
    file.reset(
        unnamed ? ::openat(call.first.object.get(), ".", flags, mode)
                : ::openat(call.first.parent.get(), call.first.name.c_str(), flags | O_EXCL, mode));
  };
  if (!with_umask(*mask, make) || !file.valid()) return executed_error(errno);
  const auto made = identity_of_made(file.get());
  Executed executed = finish_file(std::move(file), call, false);
  executed.made = made;
  return executed;
}

}  // namespace

int existing_open_error(const HeldCall& call) {
  if (!call.first.exists() || makes_unnamed_file(call.raw.open_flags)) return 0;
  const int flags = flags_of(call);
  const mode_t mode = call.first.status.st_mode;
  const bool creates = (flags & O_CREAT) != 0;
  if (creates && (flags & O_EXCL) != 0) return EEXIST;
  if (S_ISDIR(mode) && (creates || has_write_intent(call.raw.open_flags))) return EISDIR;
  if (!S_ISDIR(mode) && (flags & O_DIRECTORY) != 0) return ENOTDIR;  // a link too
  if (S_ISLNK(mode)) return ELOOP;
  return S_ISSOCK(mode) ? ENXIO : 0;
}

Executed act_open(HeldCall& call) {
  if (makes_unnamed_file(call.raw.open_flags)) {
    if (!call.first.exists()) return executed_error(ENOENT);
    if (!S_ISDIR(call.first.status.st_mode)) return executed_error(ENOTDIR);
    return open_new(call, true);
  }
  if (call.first.exists()) return open_existing(call);
  return open_new(call, false);
}

}  // namespace guard::interceptor

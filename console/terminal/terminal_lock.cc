// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/terminal_lock.h"

#include <fcntl.h>
#include <unistd.h>

namespace guard::console {
namespace {

struct flock whole(short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

// A holder in a PID namespace that is not seen from here has the number 0 or -1.
bool is_locked_by_group(int terminal) {
  struct flock lock = whole(F_WRLCK);
  if (::fcntl(terminal, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return false;
  return lock.l_pid > 0 && ::getpgid(lock.l_pid) == ::getpgrp();
}

bool TerminalLock::take() {
  if (held_) return true;
  const struct flock lock = whole(F_WRLCK);
  held_ = ::fcntl(terminal_, F_SETLK, &lock) == 0;
  return held_ || !is_locked_by_group(terminal_);
}

void TerminalLock::give_back() {
  if (!held_) return;
  const struct flock lock = whole(F_UNLCK);
  (void)::fcntl(terminal_, F_SETLK, &lock);
  held_ = false;
}

}  // namespace guard::console

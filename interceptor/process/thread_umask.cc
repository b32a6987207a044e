// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/thread_umask.h"

#include <sched.h>
#include <sys/stat.h>

#include <cstdlib>

namespace guard::interceptor {

namespace {

constexpr mode_t kUnset = ~static_cast<mode_t>(0);
thread_local bool own_context = false;
thread_local mode_t current = kUnset;

}  // namespace

void own_thread_umask() {
  if (own_context) return;
  // Without it another thread's umask would decide the mode of this tracee's file.
  if (::unshare(CLONE_FS) != 0) std::abort();
  own_context = true;
}

void forget_thread_umask() {
  current = kUnset;
}

void set_thread_umask(mode_t mask) {
  own_thread_umask();
  if (current == mask) return;
  ::umask(mask);
  current = mask;
}

}  // namespace guard::interceptor

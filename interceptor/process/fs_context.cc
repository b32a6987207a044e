// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/fs_context.h"

#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <utility>

#include "base/older_kernel.h"
#include "interceptor/process/child_stack.h"

namespace guard::interceptor {
namespace {

constexpr mode_t kUnset = ~static_cast<mode_t>(0);
thread_local bool own_context = false;
thread_local mode_t current = kUnset;

bool take_own_context() {
  if (!own_context) own_context = !kernel_lacks(KernelPart::kUnshare) && ::unshare(CLONE_FS) == 0;
  return own_context;
}

void set_umask(mode_t mask) {
  if (current == mask) return;
  ::umask(mask);
  current = mask;
}

struct Errand {
  mode_t mask;
  const std::function<void()>& work;
  bool done = false;
};

int do_errand(void* passed) {
  auto* errand = static_cast<Errand*>(passed);
  ::umask(errand->mask);
  errand->work();
  errand->done = true;
  return 0;
}

// Without CLONE_FS the child has a copy of the context. It has this thread's memory, and so its
// errno, and this thread waits for it.
bool in_a_child(Errand& errand) {
  const ContextOfChild context;
  const pid_t pid =
      ::clone(do_errand, child_stack().top(0), CLONE_VM | CLONE_FILES | CLONE_VFORK, &errand);
  if (pid < 0) return false;
  const int error = errno;
  int status = 0;
  while (::waitpid(pid, &status, __WALL) < 0 && errno == EINTR) {
  }
  errno = errand.done ? error : ECANCELED;
  return errand.done;
}

}  // namespace

bool with_umask(mode_t mask, const std::function<void()>& work) {
  if (!take_own_context()) {
    Errand errand{mask, work};
    return in_a_child(errand);
  }
  set_umask(mask);
  work();
  return true;
}

ContextOfChild::ContextOfChild() : before_(std::exchange(own_context, true)) {
  current = kUnset;
}

ContextOfChild::~ContextOfChild() {
  own_context = before_;
  current = kUnset;
}

}  // namespace guard::interceptor

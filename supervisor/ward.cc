// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ward.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/descendants.h"
#include "base/weaken.h"
#include "supervisor/serving_process.h"

namespace guard::supervisor {
namespace {

constexpr int kGuardFailed = 125;

[[noreturn]] void watch(pid_t serving) {
  ::prctl(PR_SET_NAME, "guard-ward", 0, 0, 0);
  sigset_t all;
  sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  leave_inherited_files({});
  if (::chdir("/") != 0) ::_exit(kGuardFailed);
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(-1, &status, __WALL);
    if (ended == serving || (ended < 0 && errno == ECHILD)) break;
  }
  // After an orderly end nothing is left.
  if (!weakened("ward")) end_descendants();
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : kGuardFailed);
}

}  // namespace

Result<PidHandle> live_below_a_ward() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return fail_errno("subreaper");
  const pid_t ward = ::getpid();
  const pid_t serving = ::fork();
  if (serving < 0) return fail_errno("fork");
  if (serving > 0) watch(serving);
  auto handle = PidHandle::open(ward);
  // It may have died before that, and its number be another's.
  if (::getppid() != ward) ::_exit(kGuardFailed);
  return handle;
}

}  // namespace guard::supervisor

// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/ward.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/process/descendants.h"
#include "base/weaken.h"
#include "supervisor/processes/serving_process.h"

namespace guard::supervisor {
namespace {

constexpr int kGuardFailed = 125;

// The person's terminal, by its name: the ward keeps no descriptor. The process that the user
// started takes the right to read it away (console/terminal/unreadable_terminal.h), and gives it
// back unless it is killed.
struct TerminalName {
  std::array<char, 64> path{};
  dev_t number = 0;
};

TerminalName name_of_terminal() {
  TerminalName terminal;
  struct stat status {};
  for (int stream = 0; stream < 3; ++stream) {
    if (::ttyname_r(stream, terminal.path.data(), terminal.path.size()) != 0 ||
        ::fstat(stream, &status) != 0)
      continue;
    terminal.number = status.st_rdev;
    return terminal;
  }
  return {};
}

void give_back_reading(const TerminalName& terminal) {
  struct stat status {};
  if (terminal.number == 0 || ::lstat(terminal.path.data(), &status) != 0) return;
  const bool taken = S_ISCHR(status.st_mode) && status.st_rdev == terminal.number &&
                     status.st_uid == ::geteuid() && (status.st_mode & S_IRUSR) == 0;
  if (taken) (void)::chmod(terminal.path.data(), (status.st_mode & 07777) | S_IRUSR);
}

[[noreturn]] void watch(pid_t serving, pid_t front) {
  const TerminalName terminal = name_of_terminal();
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
  if (::getppid() != front) give_back_reading(terminal);
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : kGuardFailed);
}

}  // namespace

Result<PidHandle> live_below_a_ward() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return fail_errno("subreaper");
  const pid_t ward = ::getpid();
  const pid_t front = ::getppid();
  const pid_t serving = ::fork();
  if (serving < 0) return fail_errno("fork");
  if (serving > 0) watch(serving, front);
  auto handle = PidHandle::open(ward);
  // It may have died before that, and its number be another's.
  if (::getppid() != ward) ::_exit(kGuardFailed);
  return handle;
}

}  // namespace guard::supervisor

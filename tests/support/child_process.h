// SPDX-License-Identifier: Apache-2.0
// Runs a function in a forked child and gives its wait status, for acts that cannot be taken back
// (filters, Landlock domains, credentials). Single-threaded tests only.
#ifndef GUARD_TESTS_SUPPORT_CHILD_PROCESS_H_
#define GUARD_TESTS_SUPPORT_CHILD_PROCESS_H_

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace guard::testing {

template <class Function>
int status_of_child(Function function) {
  const pid_t pid = fork();
  if (pid < 0) return -1;
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(function());
  }
  int status = -1;
  return waitpid(pid, &status, 0) == pid ? status : -1;
}

// Gives the value that the child returned; -1 when it did not exit by itself.
template <class Function>
int result_of_child(Function function) {
  const int status = status_of_child(function);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace guard::testing

#endif  // GUARD_TESTS_SUPPORT_CHILD_PROCESS_H_

// SPDX-License-Identifier: Apache-2.0
// COUNT programs, each attached to as soon as its exec lets the parent go on: as a debugger may
// that has started it
#define _DEFAULT_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "attach_at_once COUNT");
  const int count = atoi(argv[1]);
  int failed = 0;
  for (int i = 0; i < count; ++i) {
    const pid_t child = vfork();
    if (child == 0) {
      execl("/bin/sleep", "sleep", "60", NULL);
      _exit(127);
    }
    int status = 0;
    const int request = i % 2 == 0 ? PTRACE_ATTACH : PTRACE_SEIZE;
    if (ptrace(request, child, NULL, NULL) != 0) {
      if (failed++ == 0) printf("not attached: %s\n", strerror(errno));
    } else if (request == PTRACE_SEIZE) {
      ptrace(PTRACE_INTERRUPT, child, NULL, NULL);
      waitpid(child, &status, __WALL);
    } else {
      waitpid(child, &status, __WALL);
    }
    kill(child, SIGKILL);
    while (waitpid(child, &status, __WALL) == child && WIFSTOPPED(status)) continue;
  }
  printf("%d of %d attached\n", count - failed, count);
  return failed != 0;
}

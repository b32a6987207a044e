// SPDX-License-Identifier: Apache-2.0
// unlink(PATH) by a vfork child, whose parent waits in the kernel meanwhile
#define _DEFAULT_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "under_vfork PATH");
  const pid_t child = vfork();
  if (child == 0) _exit(unlink(argv[1]) == 0 ? 0 : errno);
  int status = 0;
  waitpid(child, &status, 0);
  errno = WEXITSTATUS(status);
  return report("unlink under vfork", errno == 0 ? 0 : -1);
}

// SPDX-License-Identifier: Apache-2.0
// clone3: its flags lie in memory; refused with ENOSYS, so libraries fall back to clone
#include <linux/sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

int main(void) {
  struct clone_args arguments = {.exit_signal = 17};
  const long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child == 0) _exit(0);
  const int status = report("clone3", child);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return status;
}

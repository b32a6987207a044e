// SPDX-License-Identifier: Apache-2.0
// everything a program could try on guard's process PID: each must be refused
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "report.h"

static long open_of(pid_t pid, const char* name, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  return open(path, flags);
}

// Every descriptor number of guard that could be the listener.
static long take_any_descriptor(pid_t pid) {
  const int handle = (int)syscall(SYS_pidfd_open, pid, 0);
  if (handle < 0) return -1;
  for (int number = 0; number < 64; ++number) {
    if (syscall(SYS_pidfd_getfd, handle, number, 0) >= 0) return 0;
    if (errno != EBADF) return -1;
  }
  return -1;
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "act_on_guard PID");
  const pid_t pid = (pid_t)atoi(argv[1]);
  char byte = 0;
  struct iovec here = {&byte, 1};
  struct iovec there = {(void*)0x400000, 1};
  int failed = 0;
  failed += report("ptrace seize", ptrace(PTRACE_SEIZE, pid, NULL, NULL));
  failed += report("pidfd_getfd", take_any_descriptor(pid));
  failed += report("process_vm_readv", process_vm_readv(pid, &here, 1, &there, 1, 0));
  failed += report("process_vm_writev", process_vm_writev(pid, &here, 1, &there, 1, 0));
  failed += report("open mem", open_of(pid, "mem", O_RDWR));
  failed += report("kill STOP", kill(pid, SIGSTOP));
  failed += report("kill KILL", kill(pid, SIGKILL));
  failed += report("tgkill", syscall(SYS_tgkill, pid, pid, SIGKILL));
  return failed == 8 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// read_guard PID: what reaches into guard's process but a signal: tracing, memory, descriptors. 64,
// K18, K19.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../programs/report.h"

enum { kPidfdOpen = 434, kPidfdGetfd = 438, kMostDescriptors = 64 };

static long take_a_descriptor(pid_t pid) {
  const int handle = (int)syscall(kPidfdOpen, pid, 0);
  for (int number = 0; handle >= 0 && number < kMostDescriptors; ++number) {
    if (syscall(kPidfdGetfd, handle, number, 0) >= 0) return 0;
    if (errno != EBADF) break;
  }
  return -1;
}

static long open_of(pid_t pid, const char* name, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  return open(path, flags);
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "read_guard PID");
  const pid_t pid = (pid_t)atoi(argv[1]);
  char byte = 0;
  struct iovec here = {&byte, 1};
  struct iovec there = {(void*)0x400000, 1};
  int failed = report("pidfd_getfd", take_a_descriptor(pid));
  failed += report("process_vm_readv", process_vm_readv(pid, &here, 1, &there, 1, 0));
  failed += report("process_vm_writev", process_vm_writev(pid, &here, 1, &there, 1, 0));
  failed += report("open mem", open_of(pid, "mem", O_RDWR));
  failed += report("open a folder of it", open_of(pid, "cwd/.", O_RDONLY));
  failed += report("ptrace seize", ptrace(PTRACE_SEIZE, pid, NULL, NULL));
  return failed == 6 ? 0 : 1;
}

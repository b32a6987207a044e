// SPDX-License-Identifier: Apache-2.0
// own_listener PATH: a program that gives itself a seccomp listener for unlink, and filters that
// allow everything, then deletes PATH. Its own listener would answer before guard's. 63, K13.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

static long filter(unsigned flags, unsigned answer) {
  struct sock_filter lines[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unlink, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, answer),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = 4, .filter = lines};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "own_listener PATH");
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  report("listener", filter(SECCOMP_FILTER_FLAG_NEW_LISTENER, SECCOMP_RET_USER_NOTIF));
  report("allowing filter", filter(0, SECCOMP_RET_ALLOW));
  report("tracing filter", filter(0, SECCOMP_RET_TRACE));
  report("logging filter", filter(SECCOMP_FILTER_FLAG_LOG, SECCOMP_RET_LOG));
  return report("unlink", unlink(argv[1]));
}

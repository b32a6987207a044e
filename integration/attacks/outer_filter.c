// SPDX-License-Identifier: Apache-2.0
// outer_filter CALL... -- PROGRAM [WORD...]: runs PROGRAM where each CALL fails: an older kernel, a
// sandbox, a container around guard. `listener` stands for a seccomp listener that somebody holds
// already. 14, 69, K14, K18.
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/report.h"

extern char** environ;

static const struct {
  const char* name;
  unsigned number;
  int error;
} kCalls[] = {
    {"unlinkat", SYS_unlinkat, EACCES},
    {"openat", SYS_openat, EACCES},
    {"connect", SYS_connect, EACCES},
    {"ptrace", SYS_ptrace, EPERM},
    {"process_vm_readv", SYS_process_vm_readv, EPERM},
    {"pidfd_getfd", 438, EPERM},
    {"landlock_create_ruleset", 444, ENOSYS},
};

static void push(struct sock_filter* program, unsigned short* size, struct sock_filter line) {
  program[(*size)++] = line;
}

static void refuse(struct sock_filter* program, unsigned short* size, const char* name) {
  for (size_t i = 0; i < sizeof kCalls / sizeof kCalls[0]; ++i) {
    if (strcmp(kCalls[i].name, name) != 0) continue;
    push(program, size,
         (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kCalls[i].number, 0, 1));
    push(program, size,
         (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
                                      SECCOMP_RET_ERRNO | (unsigned)kCalls[i].error));
    return;
  }
  exit(2);
}

// The ioctl that takes notifications, by its number in the register.
static void refuse_receiving(struct sock_filter* program, unsigned short* size) {
  const unsigned command = offsetof(struct seccomp_data, args[1]);
  push(program, size, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4));
  push(program, size, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, command));
  push(program, size,
       (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)SECCOMP_IOCTL_NOTIF_RECV,
                                    0, 1));
  push(program, size, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  push(program, size, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

// With its last descriptor the listener would be gone, and guard closes what it inherits: a process
// beside, which is no child of PROGRAM's, has it as long as PROGRAM runs.
static void hold_beside(int listener) {
  const int program = (int)syscall(SYS_pidfd_open, getpid(), 0);
  const pid_t child = fork();
  if (program < 0 || child < 0) exit(2);
  if (child != 0) {
    waitpid(child, NULL, 0);
    close(program);
    return;
  }
  if (fork() != 0) _exit(0);
  dup2(listener, 0);
  dup2(program, 1);
  syscall(SYS_close_range, 2, ~0U, 0);
  struct pollfd ended = {.fd = 1, .events = POLLIN};
  poll(&ended, 1, -1);
  _exit(0);
}

int main(int argc, char** argv) {
  struct sock_filter program[64] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  unsigned short size = 1;
  unsigned flags = 0;
  int i = 1;
  for (; i < argc && strcmp(argv[i], "--") != 0; ++i) {
    if (strcmp(argv[i], "listener") == 0) {
      flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
    } else if (strcmp(argv[i], "receive") == 0) {
      refuse_receiving(program, &size);
    } else {
      refuse(program, &size, argv[i]);
    }
  }
  need_arguments(argc, i + 1, "outer_filter CALL... -- PROGRAM [WORD...]");
  push(program, &size, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  struct sock_fprog whole = {.len = size, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 2;
  const long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &whole);
  if (listener < 0) return 2;
  if (flags != 0) hold_beside((int)listener);
  execve(argv[i + 1], argv + i + 1, environ);
  return 126;
}

// SPDX-License-Identifier: Apache-2.0
// outer_listener PROGRAM [WORD...]: runs PROGRAM below a seccomp listener of this program, which is
// told of calls on files, of programs and sockets, and lets all of them go on, as a container's
// does. It hides the calls that guard's own filter would hand to a tracer. 14, K14.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/report.h"

extern char** environ;

static const unsigned kCalls[] = {
    SYS_open,     SYS_openat,   SYS_creat,         SYS_execve,  SYS_execveat,
    SYS_unlink,   SYS_unlinkat, SYS_rename,        SYS_rmdir,   SYS_mkdir,
    SYS_truncate, SYS_renameat, 437 /* openat2 */, SYS_connect, SYS_symlink,
    SYS_socket,   SYS_fchmodat, SYS_socketpair,    SYS_chmod,   316 /* renameat2 */,
};
enum { kCount = sizeof kCalls / sizeof kCalls[0] };

static long listen_to_calls(void) {
  struct sock_filter lines[2 * kCount + 2] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  unsigned short size = 1;
  for (unsigned i = 0; i < kCount; ++i) {
    lines[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kCalls[i], 0, 1);
    lines[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  }
  lines[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = size, .filter = lines};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

// Until nobody has the filter any more.
static void let_all_go_on(int listener) {
  struct pollfd state = {.fd = listener, .events = POLLIN};
  while (poll(&state, 1, -1) >= 0 && (state.revents & POLLHUP) == 0) {
    struct seccomp_notif call = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
    struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "outer_listener PROGRAM [WORD...]");
  volatile int* listener =
      mmap(NULL, sizeof *listener, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *listener = 0;
  // One table of descriptors until the exec: its number in the child is one here too.
  const long child = syscall(SYS_clone, CLONE_FILES | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 2;
    *listener = (int)listen_to_calls();
    execve(argv[1], argv + 1, environ);
    return 126;
  }
  while (child > 0 && *listener == 0 && waitpid((pid_t)child, NULL, WNOHANG) == 0) usleep(1000);
  if (child < 0 || *listener <= 0) return 2;
  let_all_go_on(*listener);
  int status = 0;
  if (waitpid((pid_t)child, &status, 0) != child) return 2;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// SPDX-License-Identifier: Apache-2.0
// older_kernel VERSION PROGRAM WORD...: runs it without the system calls, and without the flags of
// system calls, that came after that version of Linux. A filter says what such a kernel would say,
// to guard as to what runs under it: where guard only pretends (GUARD_TEST_KERNEL,
// base/older_kernel.h) and asks the kernel all the same, it shows. A list of missing parts
// ("-wait_killable") leaves everything as it is.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

#define VERSION(major, minor) ((major)*1000 + (minor))

// The last call of each kernel that brought some (arch/x86/entry/syscalls/syscall_64.tbl).
static const struct {
  int since;
  unsigned last;
} last_calls[] = {{VERSION(6, 17), 469}, {VERSION(6, 15), 467}, {VERSION(6, 13), 466},
                  {VERSION(6, 10), 462}, {VERSION(6, 8), 461},  {VERSION(6, 7), 456},
                  {VERSION(6, 6), 453},  {VERSION(6, 5), 451},  {VERSION(5, 17), 450},
                  {VERSION(5, 16), 449}, {VERSION(5, 15), 448}, {VERSION(5, 14), 447}};

// A flag, a size or a request that came later: of CALL, ARGUMENT (its lower half) TEST VALUE.
static const struct {
  int since;
  unsigned call;
  unsigned argument;
  unsigned short test;
  unsigned value;
  int error;
} later[] = {
    {VERSION(5, 19), SYS_seccomp, 1, BPF_JSET, 1U << 5, EINVAL},   // WAIT_KILLABLE_RECV
    {VERSION(6, 5), SYS_getsockopt, 2, BPF_JEQ, 77, ENOPROTOOPT},  // SO_PEERPIDFD
    {VERSION(6, 6), SYS_ioctl, 1, BPF_JEQ, (unsigned)_IOW('!', 4, unsigned long),
     EINVAL},                                                      // SET_FLAGS
    {VERSION(6, 9), SYS_pidfd_open, 1, BPF_JSET, O_EXCL, EINVAL},  // PIDFD_THREAD
    {VERSION(6, 13), SYS_ioctl, 1, BPF_JEQ, 0xc040ff0b, ENOTTY},   // PIDFD_GET_INFO
};

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(field))
#define ERROR(number) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)(number))

static struct sock_filter program[128];
static unsigned short length;

static void add(struct sock_filter one) {
  program[length++] = one;
}

static void compile(int version) {
  add((struct sock_filter)LOAD(offsetof(struct seccomp_data, nr)));
  unsigned last = 446;
  for (size_t i = 0; i < sizeof last_calls / sizeof *last_calls; ++i) {
    if (version < last_calls[i].since) continue;
    last = last_calls[i].last;
    break;
  }
  // Not those of x32, which no kernel here has.
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 2, 0));
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 0, 1));
  add((struct sock_filter)ERROR(ENOSYS));
  for (size_t i = 0; i < sizeof later / sizeof *later; ++i) {
    if (version >= later[i].since) continue;
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, later[i].call, 0, 4));
    add((struct sock_filter)LOAD(offsetof(struct seccomp_data, args) + later[i].argument * 8));
    add((struct sock_filter)BPF_JUMP((unsigned short)(BPF_JMP | later[i].test | BPF_K),
                                     later[i].value, 0, 1));
    add((struct sock_filter)ERROR(later[i].error));
    add((struct sock_filter)LOAD(offsetof(struct seccomp_data, nr)));
  }
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "older_kernel VERSION PROGRAM [WORD...]");
  char* dot = NULL;
  const long major = strtol(argv[1], &dot, 10);
  if (argv[1][0] != '-' && (major < 5 || *dot != '.')) {
    fprintf(stderr, "older_kernel: what is %s?\n", argv[1]);
    return 2;
  }
  if (argv[1][0] != '-') {
    compile(VERSION((int)major, atoi(dot + 1)));
    const struct sock_fprog whole = {length, program};
    if (geteuid() != 0) prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) != 0) return report("filter", -1);
  }
  execvp(argv[2], argv + 2);
  return report("exec", -1);
}

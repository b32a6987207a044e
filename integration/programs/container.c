// SPDX-License-Identifier: Apache-2.0
// container [+ptrace] CMD...: CMD as root of a container has it: the usual capabilities and no
// more, and the system calls refused that the usual seccomp profile of container engines refuses
// without further ones. With +ptrace also CAP_SYS_PTRACE, and what comes with it.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const unsigned kKept[] = {CAP_CHOWN,   CAP_DAC_OVERRIDE,     CAP_FOWNER, CAP_FSETID,
                                 CAP_KILL,    CAP_SETGID,           CAP_SETUID, CAP_SETPCAP,
                                 CAP_NET_RAW, CAP_NET_BIND_SERVICE, CAP_MKNOD,  CAP_SYS_CHROOT,
                                 CAP_SETFCAP, CAP_AUDIT_WRITE};
static const unsigned kRefused[] = {SYS_bpf,
                                    SYS_fanotify_init,
                                    SYS_fsconfig,
                                    SYS_fsmount,
                                    SYS_fsopen,
                                    SYS_fspick,
                                    SYS_mount,
                                    SYS_move_mount,
                                    SYS_open_tree,
                                    SYS_mount_setattr,
                                    SYS_setns,
                                    SYS_unshare,
                                    SYS_umount2,
                                    SYS_pivot_root,
                                    SYS_syslog,
                                    SYS_quotactl,
                                    SYS_sethostname,
                                    SYS_setdomainname,
                                    SYS_perf_event_open,
                                    SYS_open_by_handle_at,
                                    SYS_keyctl,
                                    SYS_add_key,
                                    SYS_request_key,
                                    SYS_userfaultfd,
                                    SYS_io_uring_setup,
                                    SYS_io_uring_enter,
                                    SYS_io_uring_register};
static const unsigned kRefusedUntraced[] = {SYS_pidfd_getfd, SYS_process_madvise, SYS_kcmp};
static const unsigned kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

static struct sock_filter program[256];
static unsigned length;

static void add(struct sock_filter instruction) {
  program[length++] = instruction;
}

static void refuse(unsigned call, unsigned error) {
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error));
}

static void load(size_t offset) {
  add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static int filter(int traced, int may_unshare) {
  load(offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < COUNT(kRefused); ++i)
    if (!may_unshare || kRefused[i] != SYS_unshare) refuse(kRefused[i], EPERM);
  for (size_t i = 0; !traced && i < COUNT(kRefusedUntraced); ++i)
    refuse(kRefusedUntraced[i], EPERM);
  refuse(SYS_clone3, ENOSYS);
  // clone with a namespace: its flags are the first argument.
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3));
  load(offsetof(struct seccomp_data, args[0]));
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kNamespaces, 0, 1));
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  struct sock_fprog whole = {(unsigned short)length, program};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &whole);
}

static int is_kept(unsigned capability, int traced) {
  for (size_t i = 0; i < COUNT(kKept); ++i)
    if (kKept[i] == capability) return 1;
  return traced && capability == CAP_SYS_PTRACE;
}

static int drop_the_rest(int traced) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  memset(data, 0, sizeof(data));
  for (unsigned capability = 0; capability < 64; ++capability) {
    if (is_kept(capability, traced))
      data[capability / 32].permitted |= 1U << (capability % 32);
    else if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EINVAL)
      return -1;
  }
  data[0].effective = data[0].permitted;
  data[1].effective = data[1].permitted;
  return (int)syscall(SYS_capset, &header, data);
}

int main(int argc, char** argv) {
  const int traced = argc > 1 && strcmp(argv[1], "+ptrace") == 0;
  const int may_unshare = traced && argc > 2 && strcmp(argv[2], "+unshare") == 0;
  const int words = 1 + traced + may_unshare;
  if (argc <= words) return 2;
  // The filter first: afterwards CAP_SYS_ADMIN, which it takes, is gone.
  if (filter(traced, may_unshare) != 0 || drop_the_rest(traced) != 0) {
    perror("container");
    return 2;
  }
  execvp(argv[words], argv + words);
  perror(argv[words]);
  return 127;
}

// SPDX-License-Identifier: Apache-2.0
// Calls by number that open another way to files, memory or the system, with arguments that change
// nothing: newer twins of old calls, mounts without mount(2), handles, keys, tracing from the
// kernel. Prints what each said. K40, K33.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

enum { kCloneTree = 1, kMapCreate = 0, kMapOfArrays = 2, kDummyCounter = 9, kSession = -3 };

static long call_bpf(void) {
  struct {
    unsigned type, key_size, value_size, entries, room[28];
  } map = {kMapOfArrays, 4, 4, 1, {0}};
  return syscall(SYS_bpf, kMapCreate, &map, sizeof map);
}

static long call_perf_event_open(void) {
  struct perf_event_attr counter = {
      .type = PERF_TYPE_SOFTWARE, .size = sizeof counter, .config = kDummyCounter};
  return syscall(SYS_perf_event_open, &counter, 0, -1, -1, 0);
}

static long call_setns(void) {
  return syscall(SYS_setns, open("/proc/self/ns/uts", O_RDONLY), 0);
}

static long call_mount_setattr(void) {
  unsigned long attributes[4] = {0};
  return syscall(442, AT_FDCWD, "/", 0, attributes, sizeof attributes);
}

static const struct {
  const char* name;
  long (*call)(void);
  long number;
  long arguments[4];
} kCalls[] = {
    {"open_tree", NULL, 428, {AT_FDCWD, (long)".", kCloneTree, 0}},
    {"move_mount", NULL, 429, {-1, (long)"", -1, (long)""}},
    {"fsopen", NULL, 430, {(long)"tmpfs", 0, 0, 0}},
    {"fsconfig", NULL, 431, {-1, 0, 0, 0}},
    {"fsmount", NULL, 432, {-1, 0, 0, 0}},
    {"fspick", NULL, 433, {AT_FDCWD, (long)".", 0, 0}},
    {"mount_setattr", call_mount_setattr, 0, {0}},
    {"fanotify_init", NULL, SYS_fanotify_init, {0, O_RDONLY, 0, 0}},
    {"bpf", call_bpf, 0, {0}},
    {"perf_event_open", call_perf_event_open, 0, {0}},
    {"keyctl", NULL, SYS_keyctl, {0, kSession, 1, 0}},
    {"add_key", NULL, SYS_add_key, {(long)"user", (long)"guard-it", (long)"x", 1}},
    {"request_key", NULL, SYS_request_key, {(long)"user", (long)"guard-it", 0, 0}},
    {"setns", call_setns, 0, {0}},
    {"chroot", NULL, SYS_chroot, {(long)".", 0, 0, 0}},
    {"pivot_root", NULL, SYS_pivot_root, {(long)".", (long)".", 0, 0}},
    {"swapon", NULL, SYS_swapon, {(long)"missing", 0, 0, 0}},
    {"finit_module", NULL, SYS_finit_module, {-1, (long)"", 0, 0}},
    {"init_module", NULL, SYS_init_module, {0, 0, (long)"", 0}},
    {"kexec_file_load", NULL, 320, {-1, -1, 0, 0}},
    {"acct", NULL, SYS_acct, {(long)"missing/missing", 0, 0, 0}},
    {"iopl", NULL, SYS_iopl, {0, 0, 0, 0}},
    {"io_uring_register", NULL, 427, {-1, 0, 0, 0}},
};

int main(void) {
  int allowed = 0;
  for (size_t i = 0; i < sizeof kCalls / sizeof kCalls[0]; ++i) {
    const long* a = kCalls[i].arguments;
    const long result = kCalls[i].call != NULL ? kCalls[i].call()
                                               : syscall(kCalls[i].number, a[0], a[1], a[2], a[3]);
    if (report(kCalls[i].name, result) == 0) ++allowed;
  }
  return allowed;
}

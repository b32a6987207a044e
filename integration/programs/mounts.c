// SPDX-License-Identifier: Apache-2.0
// mount(2) and kin by their system calls: the programs mount and umount are judged for their names
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

static int is(const char* word, const char* wanted) {
  return strcmp(word, wanted) == 0;
}

static long enter(const char* path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  return fd < 0 ? -1 : setns(fd, 0);
}

// In another root, then PROGRAM.
static int run_in(char** words) {
  if (chroot(words[0]) != 0 || chdir("/") != 0) return report("chroot", -1);
  execv(words[1], words + 1);
  return report("exec", -1);
}

int main(int argc, char** argv) {
  need_arguments(argc, 2,
                 "mounts bind A B | new TYPE DIR [DATA] | remount-ro DIR | private DIR | move A B "
                 "| umount X | pivot NEW OLD | in ROOT PROGRAM... | join NSFILE");
  const char* what = argv[1];
  const char* second = argc > 3 ? argv[3] : NULL;
  if (is(what, "bind")) return report(what, mount(argv[2], second, NULL, MS_BIND | MS_REC, NULL));
  if (is(what, "new"))
    return report(what, mount("none", second, argv[2], 0, argc > 4 ? argv[4] : NULL));
  if (is(what, "remount-ro"))
    return report(what, mount(NULL, argv[2], NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL));
  if (is(what, "private"))
    return report(what, mount(NULL, argv[2], NULL, MS_REC | MS_PRIVATE, NULL));
  if (is(what, "move")) return report(what, mount(argv[2], second, NULL, MS_MOVE, NULL));
  if (is(what, "umount")) return report(what, umount2(argv[2], MNT_DETACH));
  if (is(what, "pivot")) return report(what, syscall(SYS_pivot_root, argv[2], second));
  if (is(what, "in")) return run_in(argv + 2);
  if (is(what, "join")) return report(what, enter(argv[2]));
  return 2;
}

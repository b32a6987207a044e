// SPDX-License-Identifier: Apache-2.0
// change_metadata FORM PATH: one raw call of that form on PATH, which is opened for reading first
// where the form wants a descriptor. Without FORM: the names of all.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

enum {
  kFchmodat2 = 452,
  kSetxattrat = 463,
  kRemovexattrat = 466,
  kFileSetattr = 469,
  kEmptyPath = 0x1000
};

static const struct timespec kExact[2] = {{1000, 1}, {2000, 2}};
static const struct timeval kCoarse[2] = {{1000, 1}, {2000, 2}};
static const long kSeconds[2] = {1000, 2000};
static const struct {
  uint64_t value;
  uint32_t size, flags;
} kHow = {0, 0, 0};

static int opened(const char* path, int flags) {
  const int fd = open(path, flags);
  if (fd < 0) exit(report("open", fd) + 2);
  return fd;
}
static int reading(const char* path) {
  return opened(path, O_RDONLY);
}

static const char* proc_name(const char* path) {
  static char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", opened(path, O_PATH));
  return name;
}

static long with_chmod(const char* p) {
  return syscall(SYS_chmod, p, 0777);
}
static long with_fchmod(const char* p) {
  return syscall(SYS_fchmod, reading(p), 0777);
}
static long with_fchmodat(const char* p) {
  return syscall(SYS_fchmodat, AT_FDCWD, p, 0777);
}
static long with_fchmodat2(const char* p) {
  return syscall(kFchmodat2, AT_FDCWD, p, 0777, 0);
}
static long with_fchmodat2_fd(const char* p) {
  return syscall(kFchmodat2, opened(p, O_PATH), "", 0777, kEmptyPath);
}
static long with_proc_chmod(const char* p) {
  return syscall(SYS_chmod, proc_name(p), 0777);
}
static long with_setuid_bit(const char* p) {
  return syscall(SYS_chmod, p, 04755);
}
static long with_chown(const char* p) {
  return syscall(SYS_chown, p, getuid(), 1);
}
static long with_lchown(const char* p) {
  return syscall(SYS_lchown, p, getuid(), 1);
}
static long with_fchown(const char* p) {
  return syscall(SYS_fchown, reading(p), getuid(), 1);
}
static long with_fchownat(const char* p) {
  return syscall(SYS_fchownat, AT_FDCWD, p, getuid(), 1, 0);
}
static long with_utime(const char* p) {
  return syscall(SYS_utime, p, kSeconds);
}
static long with_utimes(const char* p) {
  return syscall(SYS_utimes, p, kCoarse);
}
static long with_futimesat(const char* p) {
  return syscall(SYS_futimesat, AT_FDCWD, p, kCoarse);
}
static long with_futimesat_fd(const char* p) {
  return syscall(SYS_futimesat, reading(p), NULL, kCoarse);
}
static long with_utimensat(const char* p) {
  return syscall(SYS_utimensat, AT_FDCWD, p, kExact, 0);
}
static long with_futimens(const char* p) {
  return syscall(SYS_utimensat, reading(p), NULL, kExact, 0);
}
static long with_setxattr(const char* p) {
  return syscall(SYS_setxattr, p, "user.new", "", 0, 0);
}
static long with_lsetxattr(const char* p) {
  return syscall(SYS_lsetxattr, p, "user.new", "", 0, 0);
}
static long with_fsetxattr(const char* p) {
  return syscall(SYS_fsetxattr, reading(p), "user.new", "", 0, 0);
}
static long with_setxattrat(const char* p) {
  return syscall(kSetxattrat, AT_FDCWD, p, 0, "user.new", &kHow, sizeof kHow);
}
static long with_removexattr(const char* p) {
  return syscall(SYS_removexattr, p, "user.old");
}
static long with_lremovexattr(const char* p) {
  return syscall(SYS_lremovexattr, p, "user.old");
}
static long with_fremovexattr(const char* p) {
  return syscall(SYS_fremovexattr, reading(p), "user.old");
}
static long with_removexattrat(const char* p) {
  return syscall(kRemovexattrat, AT_FDCWD, p, 0, "user.old");
}
static long with_file_setattr(const char* p) {
  const uint64_t set[3] = {FS_XFLAG_NODUMP, 0, 0};
  return syscall(kFileSetattr, AT_FDCWD, p, set, sizeof set, 0);
}
static long with_setflags(const char* p) {
  const int fd = reading(p);
  long flags = 0;
  if (ioctl(fd, FS_IOC_GETFLAGS, &flags) != 0) return -1;
  flags |= FS_NODUMP_FL;
  return ioctl(fd, FS_IOC_SETFLAGS, &flags);
}
static long with_fssetxattr(const char* p) {
  const int fd = reading(p);
  struct fsxattr set;
  if (ioctl(fd, FS_IOC_FSGETXATTR, &set) != 0) return -1;
  set.fsx_xflags |= FS_XFLAG_NODUMP;
  return ioctl(fd, FS_IOC_FSSETXATTR, &set);
}

#define FORM(name) \
  { #name, with_##name }
static const struct {
  const char* name;
  long (*call)(const char* path);
} kForms[] = {FORM(chmod),         FORM(fchmod),       FORM(fchmodat),     FORM(fchmodat2),
              FORM(fchmodat2_fd),  FORM(proc_chmod),   FORM(setuid_bit),   FORM(chown),
              FORM(lchown),        FORM(fchown),       FORM(fchownat),     FORM(utime),
              FORM(utimes),        FORM(futimesat),    FORM(futimesat_fd), FORM(utimensat),
              FORM(futimens),      FORM(setxattr),     FORM(lsetxattr),    FORM(fsetxattr),
              FORM(setxattrat),    FORM(removexattr),  FORM(lremovexattr), FORM(fremovexattr),
              FORM(removexattrat), FORM(file_setattr), FORM(setflags),     FORM(fssetxattr)};

int main(int argc, char** argv) {
  for (size_t i = 0; i < sizeof kForms / sizeof kForms[0]; ++i) {
    if (argc < 3) {
      puts(kForms[i].name);
    } else if (strcmp(kForms[i].name, argv[1]) == 0) {
      return report(argv[1], kForms[i].call(argv[2]));
    }
  }
  return argc < 3 ? 0 : 2;
}

// SPDX-License-Identifier: Apache-2.0
// Every call that changes mode, owner, times, attributes or flags, in every form, on every kind of
// target: what the kernel answers and what the objects then look like. Run bare and guarded, the
// outputs must be equal. Raw calls: the C library would choose others.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

enum {
  kFchmodat2 = 452,
  kSetxattrat = 463,
  kRemovexattrat = 466,
  kFileSetattr = 469,
  kNow = (1 << 30) - 1,
  kOmit = (1 << 30) - 2,
  kNoFollow = 0x100,
  kFollow = 0x400,
  kEmptyPath = 0x1000
};

struct xattr_how {
  uint64_t value;
  uint32_t size;
  uint32_t flags;
};
struct attributes {
  uint64_t xflags;
  uint32_t extsize, nextents, projid, cowextsize;
};

static const char kOdd[] = "odd\n\x01\xff name";

// --- what the objects look like ------------------------------------------------------------------

static time_t started;

static const char* time_text(struct timespec time, char* room) {
  if (time.tv_sec >= started - 1) return "now";
  snprintf(room, 40, "%lld.%09ld", (long long)time.tv_sec, time.tv_nsec);
  return room;
}

static void describe(int folder, const char* path, char* out, size_t size) {
  struct stat info;
  char access[40], change[40], names[200] = {0}, proc[64];
  if (fstatat(folder, path, &info, AT_SYMLINK_NOFOLLOW) != 0) {
    snprintf(out, size, "gone");
    return;
  }
  const int fd = openat(folder, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  snprintf(proc, sizeof proc, "/proc/self/fd/%d", fd);
  ssize_t length = S_ISLNK(info.st_mode) ? 0 : listxattr(proc, names, sizeof names - 1);
  for (ssize_t i = 0; i < length; ++i) {
    if (names[i] == 0) names[i] = ',';
  }
  unsigned flags = 0;
  const int real = S_ISREG(info.st_mode) ? open(proc, O_RDONLY | O_CLOEXEC) : -1;
  if (real >= 0) {
    ioctl(real, FS_IOC_GETFLAGS, &flags);
    close(real);
  }
  close(fd);
  snprintf(out, size, "%o %u:%u a=%s m=%s x=%s f=%x", info.st_mode, info.st_uid, info.st_gid,
           time_text(info.st_atim, access), time_text(info.st_mtim, change), names,
           flags & (FS_NODUMP_FL | FS_NOATIME_FL));
}

static const char* const kSeen[] = {"file", "dir", "dir/inner", "link", "fifo", kOdd, "closed"};
enum { kSeenCount = sizeof kSeen / sizeof kSeen[0], kLine = 400 };
static char last[kSeenCount][kLine];
static int top;

static void show_changes(void) {
  for (size_t i = 0; i < kSeenCount; ++i) {
    char now[kLine];
    describe(top, kSeen[i], now, sizeof now);
    if (strcmp(now, last[i]) == 0) continue;
    printf("    %s: %s\n", kSeen[i] == kOdd ? "odd" : kSeen[i], now);
    strcpy(last[i], now);
  }
  fflush(stdout);
}

static void say(const char* call, const char* target, long result) {
  char what[200];
  snprintf(what, sizeof what, "%s %s", call, target);
  report(what, result);
  show_changes();
}

// --- targets -------------------------------------------------------------------------------------

static int read_only, path_only, path_link, folder, deleted, unnamed, pipe_end, bad = 77;
static char long_path[5000], long_name[300], proc_file[64], proc_path_only[64], proc_deleted[64];

struct Target {
  const char* name;
  const int* dirfd;  // NULL: AT_FDCWD
  const char* path;
  int flags;
};

static struct Target targets[] = {
    {"file", NULL, "file", 0},
    {"link", NULL, "link", 0},
    {"link itself", NULL, "link", kNoFollow},
    {"dir", NULL, "dir", 0},
    {"dir slash", NULL, "dir/", 0},
    {"file slash", NULL, "file/", 0},
    {"dot", NULL, "dir/.", 0},
    {"fifo", NULL, "fifo", 0},
    {"odd name", NULL, kOdd, 0},
    {"missing", NULL, "missing", 0},
    {"dangling", NULL, "dangling", 0},
    {"dangling itself", NULL, "dangling", kNoFollow},
    {"loop", NULL, "loop", 0},
    {"below a file", NULL, "file/x", 0},
    {"closed", NULL, "closed/x", 0},
    {"empty", NULL, "", 0},
    {"null", NULL, NULL, 0},
    {"null empty", NULL, NULL, kEmptyPath},
    {"wild pointer", NULL, (const char*)16, 0},
    {"wild pointer, bad flags", NULL, (const char*)16, 0x4},
    {"long path", NULL, long_path, 0},
    {"long name", NULL, long_name, 0},
    {"unknown flag", NULL, "file", 0x4},
    {"follow flag", NULL, "file", kFollow},
    {"dirfd", &folder, "inner", 0},
    {"dirfd up", &folder, "../file", 0},
    {"dirfd is a file", &read_only, "x", 0},
    {"dirfd is path only", &path_only, "x", 0},
    {"bad dirfd", &bad, "file", 0},
    {"bad dirfd, absolute", &bad, "/proc/self/cwd/file", 0},
    {"cwd empty", NULL, "", kEmptyPath},
    {"cwd empty itself", NULL, "", kEmptyPath | kNoFollow},
    {"fd empty", &read_only, "", kEmptyPath},
    {"fd null empty", &read_only, NULL, kEmptyPath},
    {"fd null", &read_only, NULL, 0},
    {"folder empty", &folder, "", kEmptyPath},
    {"folder null", &folder, NULL, 0},
    {"path-only empty", &path_only, "", kEmptyPath},
    {"path-only null", &path_only, NULL, 0},
    {"path-only link empty", &path_link, "", kEmptyPath | kNoFollow},
    {"bad fd empty", &bad, "", kEmptyPath},
    {"bad fd null", &bad, NULL, 0},
    {"fd not empty", &folder, "inner", kEmptyPath},
    {"deleted", &deleted, "", kEmptyPath},
    {"unnamed", &unnamed, "", kEmptyPath},
    {"pipe", &pipe_end, "", kEmptyPath},
    {"proc fd", NULL, proc_file, 0},
    {"proc fd itself", NULL, proc_file, kNoFollow},
    {"proc path-only", NULL, proc_path_only, 0},
    {"proc deleted", NULL, proc_deleted, 0},
    {"proc self", NULL, "/proc/self/comm", 0},
    {"proc cwd", NULL, "/proc/self/cwd/file", 0},
    {"dev fd", NULL, "/dev/fd/77", 0},
};
enum { kTargets = sizeof targets / sizeof targets[0] };

static int dirfd_of(const struct Target* target) {
  return target->dirfd == NULL ? AT_FDCWD : *target->dirfd;
}

// The same with a full path: for the calls that have no directory.
static int has_no_directory(const struct Target* target) {
  return target->dirfd == NULL && (target->flags & ~kNoFollow) == 0;
}

static void make(const char* path, mode_t mode) {
  const int fd = open(path, O_WRONLY | O_CREAT, 0600);
  if (fd < 0 || write(fd, "x", 1) != 1 || fchmod(fd, mode) != 0) exit(2);
  close(fd);
}

static void age(const char* path) {
  const struct timespec times[2] = {{1000, 1}, {2000, 2}};
  if (utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) != 0) exit(2);
}

static void prepare(void) {
  started = time(NULL);
  umask(022);
  memset(long_path, '/', sizeof long_path - 1);
  memset(long_name, 'n', sizeof long_name - 1);
  make("file", 0644);
  make(kOdd, 0644);
  make("gone", 0644);
  mkdir("dir", 0755);
  make("dir/inner", 0640);
  mkdir("closed", 0755);
  if (mkfifo("fifo", 0640) != 0 || symlink("file", "link") != 0 ||
      symlink("nothing/there", "dangling") != 0 || symlink("loop", "loop") != 0) {
    exit(2);
  }
  read_only = open("file", O_RDONLY);
  path_only = open("file", O_PATH);
  path_link = open("link", O_PATH | O_NOFOLLOW);
  folder = open("dir", O_RDONLY | O_DIRECTORY);
  deleted = open("gone", O_RDONLY);
  unlink("gone");
  unnamed = open("dir", O_TMPFILE | O_RDWR, 0600);
  int ends[2];
  if (pipe(ends) != 0) exit(2);
  pipe_end = ends[0];
  top = open(".", O_PATH | O_DIRECTORY);
  snprintf(proc_file, sizeof proc_file, "/proc/self/fd/%d", read_only);
  snprintf(proc_path_only, sizeof proc_path_only, "/proc/thread-self/fd/%d", path_only);
  snprintf(proc_deleted, sizeof proc_deleted, "/proc/self/fd/%d", deleted);
  for (size_t i = 0; i < kSeenCount; ++i) age(kSeen[i]);
  chmod("closed", 0600);
  show_changes();
}

// --- the calls -----------------------------------------------------------------------------------

static void modes(void) {
  for (size_t i = 0; i < kTargets; ++i) {
    const struct Target* t = &targets[i];
    const int fd = dirfd_of(t);
    // A mode of its own for every target: each change is seen.
    const unsigned mode = 0700 | ((unsigned)i & 077);
    say("fchmodat2", t->name, syscall(kFchmodat2, fd, t->path, mode, t->flags));
    if ((t->flags & ~kNoFollow) == 0) {
      say("fchmodat", t->name, syscall(SYS_fchmodat, fd, t->path, mode ^ 1));
    }
    if (has_no_directory(t)) say("chmod", t->name, syscall(SYS_chmod, t->path, mode ^ 2));
  }
  // Bits above those of a mode are cut, the type stays.
  say("chmod", "high bits", syscall(SYS_chmod, "file", 0xFFFFF000UL | 0640));
  say("chmod", "file type", syscall(SYS_chmod, "file", S_IFDIR | 0644));
}

static void owners(void) {
  const unsigned none = (unsigned)-1, me = getuid(), group = getgid();
  for (size_t i = 0; i < kTargets; ++i) {
    const struct Target* t = &targets[i];
    const int fd = dirfd_of(t);
    say("fchownat", t->name, syscall(SYS_fchownat, fd, t->path, me, group, t->flags));
    if (has_no_directory(t)) {
      say("chown", t->name, syscall(SYS_chown, t->path, none, group));
      say("lchown", t->name, syscall(SYS_lchown, t->path, me, none));
    }
  }
  say("chown", "nothing", syscall(SYS_chown, "file", none, none));
  say("chown", "somebody else", syscall(SYS_chown, "file", 1, 1));
  say("chown", "group of others", syscall(SYS_chown, "file", none, 2));
  say("lchown", "link to others", syscall(SYS_lchown, "link", 3, 3));
  say("chown", "back", syscall(SYS_chown, "file", me, group));
}

// The acts that clear the bits that give rights.
static void privileged_bits(void) {
  const unsigned none = (unsigned)-1;
  say("chmod", "set-user-ID", syscall(SYS_chmod, "file", 06755));
  say("chown", "clears them", syscall(SYS_chown, "file", none, none));
  say("chmod", "set-group-ID", syscall(SYS_chmod, "file", 02745));
  say("chown", "without x", syscall(SYS_chown, "file", getuid(), none));
  say("chmod", "folder", syscall(SYS_chmod, "dir", 07777));
  say("chown", "folder keeps", syscall(SYS_chown, "dir", getuid(), getgid()));
  say("chmod", "folder back", syscall(SYS_chmod, "dir", 0755));
  say("chmod", "file back", syscall(SYS_chmod, "file", 0644));
}

static void times(void) {
  const struct timespec exact[2] = {{3000, 3}, {4000, 4}};
  const struct timeval coarse[2] = {{5000, 5}, {6000, 6}};
  const long seconds[2] = {7000, 8000};
  for (size_t i = 0; i < kTargets; ++i) {
    const struct Target* t = &targets[i];
    const int fd = dirfd_of(t);
    say("utimensat", t->name, syscall(SYS_utimensat, fd, t->path, exact, t->flags));
    if ((t->flags & ~kNoFollow) == 0) {
      say("futimesat", t->name, syscall(SYS_futimesat, fd, t->path, coarse));
    }
    if (has_no_directory(t)) {
      say("utimes", t->name, syscall(SYS_utimes, t->path, coarse));
      say("utime", t->name, syscall(SYS_utime, t->path, seconds));
    }
  }
}

static void odd_times(void) {
  const struct timespec rows[][2] = {
      {{0, kOmit}, {9000, 9}},   {{9100, 1}, {0, kOmit}}, {{0, kOmit}, {0, kOmit}},
      {{0, kNow}, {9200, 2}},    {{0, kNow}, {0, kNow}},  {{0, kNow}, {0, kOmit}},
      {{1, 1000000000}, {1, 1}}, {{1, -1}, {1, 1}},       {{-5, 999999999}, {1L << 40, 0}}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    char name[20];
    snprintf(name, sizeof name, "times %zu", i);
    say("utimensat", name, syscall(SYS_utimensat, AT_FDCWD, "file", rows[i], 0));
  }
  say("utimensat", "omitted, missing", syscall(SYS_utimensat, 77, "missing", rows[2], 0x4));
  say("utimensat", "bad times, missing", syscall(SYS_utimensat, AT_FDCWD, "missing", rows[6], 0));
  say("utimensat", "wild times", syscall(SYS_utimensat, AT_FDCWD, "missing", 16L, 0));
  say("utimensat", "now", syscall(SYS_utimensat, AT_FDCWD, "file", NULL, 0));
  say("utimensat", "fd flags", syscall(SYS_utimensat, read_only, NULL, rows[0], kNoFollow));
  const struct timeval bad_times[2] = {{1, 1000000}, {1, 1}};
  const struct timeval worse_times[2] = {{1, 1}, {1, -1}};
  say("utimes", "too many us", syscall(SYS_utimes, "missing", bad_times));
  say("utimes", "negative us", syscall(SYS_utimes, "file", worse_times));
  say("utimes", "now", syscall(SYS_utimes, "file", NULL));
  say("futimesat", "too many us", syscall(SYS_futimesat, folder, "inner", bad_times));
  say("futimesat", "wild times", syscall(SYS_futimesat, folder, "inner", 16L));
  say("utime", "now", syscall(SYS_utime, "file", NULL));
  say("utime", "wild times", syscall(SYS_utime, "missing", 16L));
}

static void attributes(void) {
  const struct xattr_how how = {(uintptr_t) "value", 5, 0};
  for (size_t i = 0; i < kTargets; ++i) {
    const struct Target* t = &targets[i];
    const int fd = dirfd_of(t);
    const size_t size = sizeof how;
    say("setxattrat", t->name, syscall(kSetxattrat, fd, t->path, t->flags, "user.at", &how, size));
    say("removexattrat", t->name, syscall(kRemovexattrat, fd, t->path, t->flags, "user.at"));
    if (!has_no_directory(t)) continue;
    say("setxattr", t->name, syscall(SYS_setxattr, t->path, "user.path", "v", 1, 0));
    say("lsetxattr", t->name, syscall(SYS_lsetxattr, t->path, "user.link", "v", 1, 0));
    say("removexattr", t->name, syscall(SYS_removexattr, t->path, "user.path"));
    say("lremovexattr", t->name, syscall(SYS_lremovexattr, t->path, "user.link"));
  }
}

static void odd_attributes(void) {
  static char name[300] = "user.", value[70000];
  memset(name + 5, 'n', 250);
  say("setxattr", "longest name", syscall(SYS_setxattr, "file", name, "v", 1, 0));
  say("removexattr", "longest name", syscall(SYS_removexattr, "file", name));
  name[255] = 'n';
  say("setxattr", "name too long", syscall(SYS_setxattr, "file", name, "v", 1, 0));
  say("removexattr", "name too long", syscall(SYS_removexattr, "missing", name));
  say("setxattr", "empty name", syscall(SYS_setxattr, "missing", "", "v", 1, 0));
  say("removexattr", "empty name", syscall(SYS_removexattr, "file", ""));
  say("setxattr", "wild name", syscall(SYS_setxattr, "file", 16L, "v", 1, 0));
  say("setxattr", "wild value", syscall(SYS_setxattr, "missing", "user.a", 16L, 1, 0));
  say("setxattr", "no value", syscall(SYS_setxattr, "file", "user.a", NULL, 0, 0));
  say("setxattr", "create again", syscall(SYS_setxattr, "file", "user.a", "v", 1, XATTR_CREATE));
  say("setxattr", "replace none", syscall(SYS_setxattr, "file", "user.b", "v", 1, XATTR_REPLACE));
  say("setxattr", "both", syscall(SYS_setxattr, "file", "user.a", "v", 1, 3));
  say("setxattr", "bad flag", syscall(SYS_setxattr, "missing", "", "v", 1, 4));
  say("setxattr", "too big", syscall(SYS_setxattr, "missing", "user.a", value, 65537, 0));
  say("setxattr", "huge", syscall(SYS_setxattr, "missing", "user.a", value, 1L << 40, 0));
  say("setxattr", "biggest", syscall(SYS_setxattr, "file", "user.a", value, 65536, 0));
  say("setxattr", "binary", syscall(SYS_setxattr, "file", "user.a", "\0\xff\0", 3, 0));
  char back[10] = {0};
  printf("value of %zd bytes, %d\n", getxattr("file", "user.a", back, 10), back[1]);
  say("setxattr", "no such space", syscall(SYS_setxattr, "file", "none.x", "v", 1, 0));
  say("setxattr", "trusted", syscall(SYS_setxattr, "file", "trusted.x", "v", 1, 0));
  say("removexattr", "trusted", syscall(SYS_removexattr, "file", "trusted.x"));
  say("setxattr", "security", syscall(SYS_setxattr, "file", "security.x", "v", 1, 0));
  say("removexattr", "security", syscall(SYS_removexattr, "file", "security.x"));
  say("removexattr", "absent", syscall(SYS_removexattr, "file", "user.none"));
  say("removexattr", "there", syscall(SYS_removexattr, "file", "user.a"));
  struct {
    struct xattr_how how;
    char more[5000];
  } big = {{(uintptr_t) "v", 1, 0}, {0}};
  const struct xattr_how* how = &big.how;
  say("setxattrat", "short", syscall(kSetxattrat, AT_FDCWD, "file", 0, "user.a", how, 15));
  say("setxattrat", "longer", syscall(kSetxattrat, AT_FDCWD, "file", 0, "user.a", how, 100));
  say("setxattrat", "too long", syscall(kSetxattrat, AT_FDCWD, "file", 0, "user.a", how, 4097));
  big.more[50] = 1;
  say("setxattrat", "unknown", syscall(kSetxattrat, AT_FDCWD, "file", 0, "user.a", how, 100));
  say("setxattrat", "wild", syscall(kSetxattrat, AT_FDCWD, "file", 0, "user.a", 16L, 16));
  say("removexattrat", "back", syscall(kRemovexattrat, AT_FDCWD, "file", 0, "user.a"));
}

// system.posix_acl_access, version 2: entries for owner, user 1, group, mask, others.
static void access_list(void) {
  const struct {
    uint32_t version;
    struct {
      uint16_t tag, permissions;
      uint32_t id;
    } entries[5];
  } list = {2, {{1, 6, ~0U}, {2, 4, 1}, {4, 4, ~0U}, {16, 4, ~0U}, {32, 0, ~0U}}};
  const char* name = "system.posix_acl_access";
  say("setxattr", "list", syscall(SYS_setxattr, "file", name, &list, sizeof list, 0));
  say("setxattr", "short list", syscall(SYS_setxattr, "file", name, &list, 7, 0));
  say("lsetxattr", "list of a link", syscall(SYS_lsetxattr, "link", name, &list, sizeof list, 0));
  say("removexattr", "list", syscall(SYS_removexattr, "file", name));
}

static void flags(void) {
  struct attributes set = {0};
  for (size_t i = 0; i < kTargets; ++i) {
    const struct Target* t = &targets[i];
    set.xflags = i % 2 == 0 ? FS_XFLAG_NODUMP : FS_XFLAG_NOATIME;
    const int fd = dirfd_of(t);
    say("file_setattr", t->name, syscall(kFileSetattr, fd, t->path, &set, sizeof set, t->flags));
  }
  say("file_setattr", "short", syscall(kFileSetattr, AT_FDCWD, "file", &set, 23, 0));
  say("file_setattr", "too long", syscall(kFileSetattr, AT_FDCWD, "file", &set, 4097, 0));
  say("file_setattr", "wild", syscall(kFileSetattr, AT_FDCWD, "missing", 16L, 24, 0));
  set.xflags = 1ULL << 40;
  say("file_setattr", "unknown flag", syscall(kFileSetattr, AT_FDCWD, "file", &set, 24, 0));
  long inode_flags = FS_NODUMP_FL;
  struct fsxattr extended = {.fsx_xflags = FS_XFLAG_NOATIME};
  ioctl(read_only, FS_IOC_GETFLAGS, &inode_flags);
  inode_flags = (inode_flags & ~(long)FS_NOATIME_FL) | FS_NODUMP_FL;
  say("ioctl", "SETFLAGS", ioctl(read_only, FS_IOC_SETFLAGS, &inode_flags));
  ioctl(read_only, FS_IOC_FSGETXATTR, &extended);
  extended.fsx_xflags |= FS_XFLAG_NOATIME;
  say("ioctl", "FSSETXATTR", ioctl(read_only, FS_IOC_FSSETXATTR, &extended));
  say("ioctl", "SETFLAGS folder", ioctl(folder, FS_IOC_SETFLAGS, &inode_flags));
  say("ioctl", "SETFLAGS path only", ioctl(path_only, FS_IOC_SETFLAGS, &inode_flags));
  say("ioctl", "SETFLAGS pipe", ioctl(pipe_end, FS_IOC_SETFLAGS, &inode_flags));
  say("ioctl", "SETFLAGS bad fd", ioctl(bad, FS_IOC_SETFLAGS, &inode_flags));
  say("ioctl", "SETFLAGS wild", syscall(SYS_ioctl, read_only, FS_IOC_SETFLAGS, 16L));
  say("ioctl", "32 bits", syscall(SYS_ioctl, read_only, FS_IOC32_SETFLAGS, &inode_flags));
}

// --- the forms that take a descriptor alone ------------------------------------------------------

static void descriptors(void) {
  const int sockets = socket(AF_UNIX, SOCK_STREAM, 0);
  const int memory = (int)syscall(SYS_memfd_create, "m", 0);
  const int odd_access = open("file", 3);  // for ioctl alone: neither reads nor writes
  const struct {
    const char* name;
    int fd;
  } fds[] = {{"read only", read_only},
             {"path only", path_only},
             {"path only link", path_link},
             {"folder", folder},
             {"deleted", deleted},
             {"unnamed", unnamed},
             {"pipe", pipe_end},
             {"socket", sockets},
             {"memory", memory},
             {"odd access", odd_access},
             {"bad", bad},
             {"negative", -1},
             {"cwd", AT_FDCWD}};
  const struct timespec exact[2] = {{500, 5}, {600, 6}};
  for (size_t i = 0; i < sizeof fds / sizeof fds[0]; ++i) {
    const char* name = fds[i].name;
    const int fd = fds[i].fd;
    say("fchmod", name, syscall(SYS_fchmod, fd, 0700 | i));
    say("fchown", name, syscall(SYS_fchown, fd, getuid(), getgid()));
    say("futimens", name, syscall(SYS_utimensat, fd, NULL, exact, 0));
    // Since 6.13 this takes the working folder too. Where an older kernel is only pretended, it
    // still does for this program, and guard says EBADF as the older one would.
    if (fd != AT_FDCWD || getenv("GUARD_TEST_KERNEL") == NULL)
      say("fsetxattr", name, syscall(SYS_fsetxattr, fd, "user.fd", "v", 1, 0));
    say("fremovexattr", name, syscall(SYS_fremovexattr, fd, "user.fd"));
    struct stat info;
    if (fd >= 0 && fstat(fd, &info) == 0) printf("    now %o\n", info.st_mode);
  }
}

int main(void) {
  prepare();
  modes();
  owners();
  privileged_bits();
  times();
  odd_times();
  attributes();
  odd_attributes();
  access_list();
  flags();
  descriptors();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Root first, then somebody else: changes of metadata with other effective ids, with groups,
// without capabilities. The checks and clearing that the kernel does then must not depend on who
// carries the act out.
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "report.h"

enum { kOther = 65534, kGroup = 50, kForeignGroup = 60 };

static void show(const char* path) {
  struct stat info;
  if (lstat(path, &info) != 0) return;
  printf("    %s %o %u:%u\n", path, info.st_mode, info.st_uid, info.st_gid);
}

static void say(const char* what, const char* path, long result) {
  report(what, result);
  show(path);
}

static void make(const char* path, uid_t owner, gid_t group, mode_t mode) {
  const int fd = open(path, O_WRONLY | O_CREAT, 0600);
  if (fd < 0 || fchown(fd, owner, group) != 0 || fchmod(fd, mode) != 0) exit(2);
  close(fd);
}

static void prepare(void) {
  if (chmod(".", 0777) != 0) exit(2);
  make("mine", kOther, kOther, 0644);
  make("in group", kOther, kGroup, 0644);
  make("foreign group", kOther, kForeignGroup, 0644);
  make("others", 1, 1, 0666);
  make("roots", 0, 0, 0644);
  make("privileged", kOther, kOther, 06755);
}

static void act(void) {
  say("chmod mine", "mine", chmod("mine", 0600));
  say("chmod others", "others", chmod("others", 0600));
  say("chmod roots", "roots", chmod("roots", 0666));
  say("set-group-ID in group", "in group", chmod("in group", 02755));
  say("set-group-ID in foreign group", "foreign group", chmod("foreign group", 02755));
  say("set-user-ID", "mine", chmod("mine", 04755));
  say("give away", "mine", chown("mine", 1, (gid_t)-1));
  say("own group", "mine", chown("mine", (uid_t)-1, kGroup));
  say("foreign group", "mine", chown("mine", (uid_t)-1, kForeignGroup));
  say("chown clears", "privileged", chown("privileged", (uid_t)-1, (gid_t)-1));
  say("times of others, now", "others", utimensat(AT_FDCWD, "others", NULL, 0));
  say("times of roots, now", "roots", utimensat(AT_FDCWD, "roots", NULL, 0));
  const struct timespec exact[2] = {{1, 1}, {2, 2}};
  say("times of others", "others", utimensat(AT_FDCWD, "others", exact, 0));
  say("attribute of others", "others", setxattr("others", "user.a", "v", 1, 0));
  say("attribute of roots", "roots", setxattr("roots", "user.a", "v", 1, 0));
  say("trusted", "mine", setxattr("mine", "trusted.a", "v", 1, 0));
  say("security", "mine", setxattr("mine", "security.a", "v", 1, 0));
  const int fd = open("others", O_RDONLY);
  say("fchmod others", "others", fchmod(fd, 0600));
  close(fd);
}

int main(void) {
  const gid_t groups[] = {kGroup};
  umask(022);
  prepare();
  // File-system ids alone, as a file server does; capabilities go with them.
  setgroups(1, groups);
  setfsgid(kOther);
  setfsuid(kOther);
  puts("file-system ids");
  act();
  setfsuid(0);
  setfsgid(0);
  prepare();
  puts("all ids");
  if (setresgid(kOther, kOther, kOther) != 0 || setresuid(kOther, kOther, kOther) != 0) return 2;
  act();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// what an injected descriptor must share with one from the kernel
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

static void show(const char* what, int fd) {
  struct stat info;
  if (report(what, fd) != 0) return;
  fstat(fd, &info);
  printf("  number %d cloexec %d flags %#o mode %#o size %ld offset %ld\n", fd, fcntl(fd, F_GETFD),
         (unsigned)fcntl(fd, F_GETFL), (unsigned)info.st_mode, (long)info.st_size,
         (long)lseek(fd, 0, SEEK_CUR));
  close(fd);
}

static void opens(void) {
  show("create", open("new", O_WRONLY | O_CREAT, 0666));
  show("create exclusive again", open("new", O_WRONLY | O_CREAT | O_EXCL, 0666));
  show("cloexec", open("new", O_RDWR | O_CLOEXEC));
  show("append", open("new", O_WRONLY | O_APPEND));
  show("nonblock", open("new", O_WRONLY | O_NONBLOCK));
  show("sync", open("new", O_WRONLY | O_DSYNC));
  show("read only create", open("ro", O_RDONLY | O_CREAT, 0444));
  show("no permission mode", open("none", O_RDWR | O_CREAT, 0));
  show("tmpfile", open(".", O_RDWR | O_TMPFILE, 0600));
  show("folder for writing", open(".", O_WRONLY));
  show("folder create", open(".", O_RDONLY | O_CREAT, 0600));
  show("create with slash", open("slash/", O_WRONLY | O_CREAT, 0600));
  show("create folder flag", open("dir", O_WRONLY | O_CREAT | O_DIRECTORY, 0600));
  show("file as folder", open("new/below", O_WRONLY | O_CREAT, 0600));
  show("missing parent", open("missing/below", O_WRONLY | O_CREAT, 0600));
  show("missing", open("missing", O_WRONLY));
  show("empty", open("", O_WRONLY));
  show("read only", open("new", O_RDONLY));
  show("path only", open("new", O_PATH));
}

static void links(void) {
  report("symlink", symlink("target", "dangling"));
  show("nofollow", open("dangling", O_WRONLY | O_CREAT | O_NOFOLLOW, 0600));
  show("exclusive over link", open("dangling", O_WRONLY | O_CREAT | O_EXCL, 0600));
  show("through dangling link", open("dangling", O_WRONLY | O_CREAT, 0600));
  report("target exists", access("target", F_OK));
  report("loop", symlink("loop", "loop"));
  show("loop", open("loop", O_WRONLY | O_CREAT, 0600));
}

static void modes(void) {
  struct stat info;
  umask(027);
  close(open("masked", O_WRONLY | O_CREAT, 0777));
  stat("masked", &info);
  printf("umask 027: %#o\n", (unsigned)info.st_mode);
  umask(0);
  close(open("unmasked", O_WRONLY | O_CREAT, 06777));
  stat("unmasked", &info);
  printf("umask 0: %#o owner is me %d\n", (unsigned)info.st_mode, info.st_uid == geteuid());
  report("mkdir", mkdir("folder", 01777));
  stat("folder", &info);
  printf("folder: %#o\n", (unsigned)info.st_mode);
}

// A call that fails for want of a descriptor must have changed nothing.
static void no_descriptor_left(void) {
  struct rlimit few = {3, 3};
  struct stat info;
  const int fd = open("full", O_WRONLY | O_CREAT, 0600);
  if (write(fd, "content", 7) != 7) return;
  close(fd);
  setrlimit(RLIMIT_NOFILE, &few);
  report("truncate without descriptors", open("full", O_WRONLY | O_TRUNC));
  report("create without descriptors", open("unborn", O_WRONLY | O_CREAT, 0600));
  stat("full", &info);
  printf("size %ld, unborn %s\n", (long)info.st_size, access("unborn", F_OK) ? "missing" : "there");
}

int main(void) {
  opens();
  links();
  modes();
  no_descriptor_left();
  return 0;
}

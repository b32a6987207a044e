// SPDX-License-Identifier: Apache-2.0
// path_flip CALL thread|shared|clone: while CALL is judged, its path flips between an object of
// this session (born/x) and one of before (keep/x): by a thread, by a process through a shared
// page, by a process with the same memory. Prints how often the object of before was hit. keep/x
// has the mode 6755, which even a chown to its own owner changes. K2, K5, 17, 18, 19.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "flip.h"

enum { kMarkedTime = 1000 };
static const char kContent[] = "content";
static int done, hit;

static void fill(const char* path) {
  const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || write(fd, kContent, sizeof kContent) < 0) exit(2);
  close(fd);
}

static int whole(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 && info.st_size == sizeof kContent;
}

static int has_attributes(const char* path) {
  char names[64];
  return listxattr(path, names, sizeof names) > 0;
}

static int same_metadata(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 && (info.st_mode & 07777) == 06755 &&
         info.st_mtime != kMarkedTime && !has_attributes(path);
}

static void mend(const char* path) {
  removexattr(path, "user.flip");
  fill(path);
  chmod(path, 06755);
}

static int try_chmod(char* path) {
  return chmod(path, 0604);
}
static int try_chown(char* path) {
  return chown(path, getuid(), getgid());
}
static int try_utimensat(char* path) {
  const struct timespec times[2] = {{kMarkedTime, 0}, {kMarkedTime, 0}};
  return utimensat(AT_FDCWD, path, times, 0);
}
static int try_setxattr(char* path) {
  return setxattr(path, "user.flip", "x", 1, 0);
}
static int try_unlink(char* path) {
  return unlink(path);
}
static int try_rename(char* path) {
  return rename(path, "moved");
}
static int try_truncate(char* path) {
  return truncate(path, 0);
}

// A descriptor for writing is the harm, whatever is done with it later.
static int try_open(char* path) {
  struct stat kept, opened;
  const int fd = open(path, O_WRONLY);
  if (fd < 0) return -1;
  fstat(fd, &opened);
  close(fd);
  if (stat("keep/x", &kept) != 0 || kept.st_ino == opened.st_ino) ++hit;
  return 0;
}

static const struct {
  const char* name;
  int (*act)(char* path);
} kActs[] = {{"unlink", try_unlink},       {"rename", try_rename},    {"truncate", try_truncate},
             {"open", try_open},           {"chmod", try_chmod},      {"chown", try_chown},
             {"utimensat", try_utimensat}, {"setxattr", try_setxattr}};
enum { kActCount = sizeof kActs / sizeof kActs[0] };

static int flip_elsewhere(void* flip) {
  flip_forever(flip);
  return 0;
}

static pid_t start_process(Flip* flip, int flags) {
  static char stack[65536] __attribute__((aligned(16)));
  return clone(flip_elsewhere, stack + sizeof stack, flags | SIGCHLD, flip);
}

int main(int argc, char** argv) {
  size_t chosen = 0;
  if (argc < 3) return 2;
  while (chosen < kActCount && strcmp(kActs[chosen].name, argv[1]) != 0) ++chosen;
  if (chosen == kActCount) return 2;
  Flip* flip = mmap(NULL, sizeof *flip, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);
  if (flip == MAP_FAILED) return 2;
  pthread_t thread = 0;
  pid_t process = 0;
  flip_prepare(flip, "born/x", "keep/x");
  mkdir("born", 0700);
  fill("born/x");
  if (strcmp(argv[2], "thread") == 0) {
    if (flip_start(flip, &thread) != 0) return 2;
  } else {
    process = start_process(flip, strcmp(argv[2], "clone") == 0 ? CLONE_VM : 0);
    if (process < 0) return 2;
  }
  for (int i = 0; i < kTries; ++i) {
    if (kActs[chosen].act(flip_text(flip)) == 0) ++done;
    if (!whole("keep/x") || !same_metadata("keep/x")) {
      ++hit;
      mend("keep/x");
    }
    if (!whole("born/x")) fill("born/x");
  }
  if (process != 0) {
    atomic_store(&flip->stop, 1);
    waitpid(process, NULL, 0);
  } else {
    flip_end(flip, thread);
  }
  printf("tries %d done %d hit %d\n", kTries, done, hit);
  return hit == 0 ? 0 : 1;
}

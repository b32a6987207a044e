// SPDX-License-Identifier: Apache-2.0
// exec_of_fd memory|sealed|deleted|unnamed execveat|proc|devfd PROGRAM [WORD...]: runs a copy of
// PROGRAM that no name leads to, by its descriptor. 6, K20.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

extern char** environ;

enum { kMayBeSealed = 2, kSeals = 15 };  // MFD_ALLOW_SEALING, every F_SEAL_* of 3.17

static int fill(int to, const char* program) {
  const int from = open(program, O_RDONLY);
  char block[65536];
  for (ssize_t got; (got = read(from, block, sizeof block)) > 0;) {
    if (write(to, block, (size_t)got) != got) return -1;
  }
  return close(from);
}

// A file that was written through one descriptor may be run through another: a file open for
// writing is busy.
static int read_only(int fd) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  const int again = open(path, O_RDONLY);
  close(fd);
  return again;
}

static int image(const char* kind, const char* program) {
  if (strcmp(kind, "memory") == 0 || strcmp(kind, "sealed") == 0) {
    const int fd = (int)syscall(SYS_memfd_create, "rm", kMayBeSealed);
    if (fill(fd, program) != 0) return -1;
    if (kind[0] == 's') fcntl(fd, F_ADD_SEALS, kSeals);
    return fd;
  }
  const int named = kind[0] == 'd';
  const int fd =
      named ? open("image", O_RDWR | O_CREAT | O_TRUNC, 0700) : open(".", O_RDWR | O_TMPFILE, 0700);
  if (fd < 0 || fill(fd, program) != 0) return -1;
  const int readable = read_only(fd);
  if (named && unlink("image") != 0) return -1;
  return readable;
}

int main(int argc, char** argv) {
  need_arguments(argc, 3, "exec_of_fd KIND BY PROGRAM [WORD...]");
  const int fd = image(argv[1], argv[3]);
  if (fd < 0) return report("image", -1) + 1;
  char path[64];
  snprintf(path, sizeof path, argv[2][0] == 'p' ? "/proc/self/fd/%d" : "/dev/fd/%d", fd);
  if (strcmp(argv[2], "execveat") == 0) {
    report("execveat", syscall(SYS_execveat, fd, "", argv + 3, environ, AT_EMPTY_PATH));
  } else {
    report(argv[2], execve(path, argv + 3, environ));
  }
  return 126;
}

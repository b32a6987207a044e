// SPDX-License-Identifier: Apache-2.0
// Reads PATH in every way that opens it, also in a child that shares its parent's memory and under
// another program's eyes; prints what it got. Status 1: nothing at all.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

// musl comes without the kernel's headers
struct open_how {
  uint64_t flags, mode, resolve;
};

static int show(const char* form, int fd) {
  char buffer[256];
  if (fd < 0) return 0;
  const ssize_t n = read(fd, buffer, sizeof(buffer));
  printf("%s: %.*s\n", form, n > 0 ? (int)n : 0, buffer);
  close(fd);
  return 1;
}

static int open_by_path_descriptor(const char* path) {
  char name[64];
  const int held = open(path, O_PATH);
  if (held < 0) return -1;
  snprintf(name, sizeof(name), "/proc/self/fd/%d", held);
  return open(name, O_RDONLY);
}

static int open_under_vfork(const char* path) {
  volatile int fd = -1;
  const pid_t child = vfork();
  if (child == 0) {
    char buffer[256];
    fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
    if (fd >= 0 && read(fd, buffer, sizeof(buffer)) > 0) (void)!write(1, buffer, 20);
    _exit(fd >= 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "read_forms PATH");
  const char* path = argv[1];
  struct open_how how = {.flags = O_RDONLY};
  int got = 0;
#ifdef SYS_open
  got += show("open", (int)syscall(SYS_open, path, O_RDONLY, 0));
#endif
  got += show("openat", (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0));
  got += show("openat2", (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof(how)));
  got += show("nonblock", open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  got += show("readwrite", open(path, O_RDWR));
  got += show("by O_PATH", open_by_path_descriptor(path));
  // The mark by which guard knows its own repetition (open_registers.h): no way round it.
  got += show("forged", (int)syscall(SYS_openat, AT_FDCWD, path,
                                     0x6775617200000000L | O_RDONLY | O_CREAT, 0));
  got += show("forged reading", (int)syscall(SYS_openat, AT_FDCWD, path, 0x6775617200000000L, 0));
  got += open_under_vfork(path);
  return got == 0;
}

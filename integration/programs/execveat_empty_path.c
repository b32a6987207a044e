// SPDX-License-Identifier: Apache-2.0
// execveat(memfd that holds a copy of PROGRAM, "", AT_EMPTY_PATH)
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

extern char** environ;

int main(int argc, char** argv) {
  need_arguments(argc, 1, "execveat_empty_path PROGRAM [WORD...]");
  const int source = open(argv[1], O_RDONLY);
  const int image = (int)syscall(SYS_memfd_create, "copy", 0);
  char block[65536];
  for (ssize_t got; (got = read(source, block, sizeof block)) > 0;) {
    if (write(image, block, (size_t)got) != got) return 2;
  }
  report("execveat", syscall(SYS_execveat, image, "", argv + 1, environ, AT_EMPTY_PATH));
  return 126;
}

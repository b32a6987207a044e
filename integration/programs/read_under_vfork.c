// SPDX-License-Identifier: Apache-2.0
// PATH opened and read by a vfork child, whose parent waits in the kernel meanwhile
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "read_under_vfork PATH");
  static char buffer[256];
  const pid_t child = vfork();
  if (child == 0) {
    const int fd = open(argv[1], O_RDONLY);
    _exit(fd >= 0 && read(fd, buffer, sizeof(buffer) - 1) > 0 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("under vfork: %s\n", buffer);
  return status != 0;
}

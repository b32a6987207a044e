// SPDX-License-Identifier: Apache-2.0
// 300 times: open, flock, close, open, flock without waiting; a copy kept elsewhere fails it
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "flock_after_close PATH");
  int failed = 0;
  for (int i = 0; i < 300; ++i) {
    const int fd = open(argv[1], O_RDWR | O_CREAT, 0600);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0) ++failed;
    close(fd);
  }
  printf("flock failed %d of 300\n", failed);
  return failed != 0;
}

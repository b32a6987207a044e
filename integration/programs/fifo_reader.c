// SPDX-License-Identifier: Apache-2.0
// a FIFO without a reader: O_WRONLY|O_NONBLOCK must say ENXIO, also after a reader left
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "fifo_reader PATH");
  report("mkfifo", mkfifo(argv[1], 0600));
  int phantom = 0;
  for (int i = 0; i < 100; ++i) {
    const int both = open(argv[1], O_RDWR | O_NONBLOCK);
    close(both);
    const int writer = open(argv[1], O_WRONLY | O_NONBLOCK);
    if (writer >= 0) ++phantom, close(writer);
  }
  printf("phantom readers %d of 100\n", phantom);
  return phantom != 0;
}

// SPDX-License-Identifier: Apache-2.0
// io_uring_setup: whoever has a ring needs no system call to delete
#include <linux/io_uring.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

int main(void) {
  struct io_uring_params parameters = {0};
  return report("io_uring_setup", syscall(SYS_io_uring_setup, 4, &parameters));
}

// SPDX-License-Identifier: Apache-2.0
// openat2(PATH, O_WRONLY|O_TRUNC): the flags lie in memory, where no filter sees them
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "openat2_trunc PATH [RESOLVE]");
  struct open_how how = {.flags = O_WRONLY | O_TRUNC};
  if (argc > 2) how.resolve = strtoul(argv[2], NULL, 0);
  return report("openat2 trunc", syscall(SYS_openat2, AT_FDCWD, argv[1], &how, sizeof how));
}

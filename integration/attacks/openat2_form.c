// SPDX-License-Identifier: Apache-2.0
// openat2_form FLAGS RESOLVE SIZE PATH: openat2 with these numbers (struct open_how padded
// to SIZE bytes); writes a word when the file may be written. 3, K40.
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 4, "openat2_form FLAGS RESOLVE SIZE PATH");
  static union {
    struct open_how how;
    char room[4096];
  } given;
  given.how.flags = strtoul(argv[1], NULL, 0);
  given.how.resolve = strtoul(argv[2], NULL, 0);
  if ((given.how.flags & O_CREAT) != 0) given.how.mode = 0600;
  const long fd = syscall(SYS_openat2, AT_FDCWD, argv[4], &given, strtoul(argv[3], NULL, 0));
  if (fd >= 0) (void)!write((int)fd, "written", 7);
  return report("openat2", fd);
}

// SPDX-License-Identifier: Apache-2.0
// linkat(FROM, TO, FLAGS): 0, follow, or a number
#include <fcntl.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 3, "linkat FROM TO FLAGS");
  const int flags =
      strcmp(argv[3], "follow") == 0 ? AT_SYMLINK_FOLLOW : (int)strtol(argv[3], NULL, 0);
  return report("linkat", linkat(AT_FDCWD, argv[1], AT_FDCWD, argv[2], flags));
}

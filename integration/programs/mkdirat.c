// SPDX-License-Identifier: Apache-2.0
// mkdirat(dirfd of FOLDER, NAME, 02777): the mode goes through the caller's umask
#include <fcntl.h>
#include <sys/stat.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "mkdirat FOLDER NAME");
  const int folder = open(argv[1], O_RDONLY | O_DIRECTORY);
  return report("mkdirat", mkdirat(folder, argv[2], 02777));
}

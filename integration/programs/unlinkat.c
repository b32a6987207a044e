// SPDX-License-Identifier: Apache-2.0
// unlinkat(dirfd of FOLDER, NAME)
#include <fcntl.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "unlinkat FOLDER NAME");
  const int folder = open(argv[1], O_RDONLY | O_DIRECTORY);
  return report("unlinkat", unlinkat(folder, argv[2], 0));
}

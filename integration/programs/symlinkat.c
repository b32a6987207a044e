// SPDX-License-Identifier: Apache-2.0
// symlinkat(TEXT, dirfd of FOLDER, NAME)
#include <fcntl.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 3, "symlinkat TEXT FOLDER NAME");
  const int folder = open(argv[2], O_RDONLY | O_DIRECTORY);
  return report("symlinkat", symlinkat(argv[1], folder, argv[3]));
}

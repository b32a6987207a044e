// SPDX-License-Identifier: Apache-2.0
// renameat(FOLDER, FROM, FOLDER, TO)
#include <fcntl.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 3, "renameat FOLDER FROM TO");
  const int folder = open(argv[1], O_RDONLY | O_DIRECTORY);
  return report("renameat", renameat(folder, argv[2], folder, argv[3]));
}

// SPDX-License-Identifier: Apache-2.0
// mkdir(PATH, 0750)
#include <sys/stat.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "mkdir PATH");
  return report("mkdir", mkdir(argv[1], 0750));
}

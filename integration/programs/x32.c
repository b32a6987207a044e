// SPDX-License-Identifier: Apache-2.0
// unlink(PATH) by its x32 number
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "x32 PATH");
  return report("x32 unlink", syscall(0x40000000L | 87, argv[1]));
}

// SPDX-License-Identifier: Apache-2.0
// chroot(FOLDER)
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "chroot FOLDER");
  return report("chroot", chroot(argv[1]));
}

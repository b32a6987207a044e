// SPDX-License-Identifier: Apache-2.0
// unlinkat(AT_FDCWD, PATH, AT_REMOVEDIR)
#include <fcntl.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "unlinkat_removedir PATH");
  return report("unlinkat removedir", unlinkat(AT_FDCWD, argv[1], AT_REMOVEDIR));
}

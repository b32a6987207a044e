// SPDX-License-Identifier: Apache-2.0
// symlink(TEXT, PATH)
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "symlink TEXT PATH");
  return report("symlink", symlink(argv[1], argv[2]));
}

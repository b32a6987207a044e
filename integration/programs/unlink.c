// SPDX-License-Identifier: Apache-2.0
// unlink(PATH)
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "unlink PATH");
  return report("unlink", unlink(argv[1]));
}

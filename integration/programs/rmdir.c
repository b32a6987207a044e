// SPDX-License-Identifier: Apache-2.0
// rmdir(PATH)
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "rmdir PATH");
  return report("rmdir", rmdir(argv[1]));
}

// SPDX-License-Identifier: Apache-2.0
// truncate(PATH, LENGTH)
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "truncate PATH LENGTH");
  return report("truncate", truncate(argv[1], atol(argv[2])));
}

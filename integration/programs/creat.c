// SPDX-License-Identifier: Apache-2.0
// creat(PATH, 0640)
#include <fcntl.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "creat PATH");
  return report("creat", creat(argv[1], 0640));
}

// SPDX-License-Identifier: Apache-2.0
// rename(FROM, TO)
#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "rename FROM TO");
  return report("rename", rename(argv[1], argv[2]));
}

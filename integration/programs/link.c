// SPDX-License-Identifier: Apache-2.0
// link(FROM, TO)
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "link FROM TO");
  return report("link", link(argv[1], argv[2]));
}

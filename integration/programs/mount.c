// SPDX-License-Identifier: Apache-2.0
// mount(tmpfs on FOLDER)
#include <sys/mount.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "mount FOLDER");
  return report("mount", mount("none", argv[1], "tmpfs", 0, ""));
}

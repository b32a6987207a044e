// SPDX-License-Identifier: Apache-2.0
// execve(PROGRAM, the further words): returns only when the kernel says no
#include <unistd.h>

#include "report.h"

extern char** environ;

int main(int argc, char** argv) {
  need_arguments(argc, 1, "execve PROGRAM [WORD...]");
  report("execve", execve(argv[1], argv + 1, environ));
  return 126;
}

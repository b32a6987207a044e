// SPDX-License-Identifier: Apache-2.0
// open(PATH, O_TRUNC) with each access mode in turn; O_RDONLY|O_TRUNC truncates, too
#include <fcntl.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 2, "open_trunc rdonly|wronly|rdwr PATH");
  const int mode = strcmp(argv[1], "rdonly") == 0   ? O_RDONLY
                   : strcmp(argv[1], "wronly") == 0 ? O_WRONLY
                                                    : O_RDWR;
  return report("open trunc", open(argv[2], mode | O_TRUNC));
}

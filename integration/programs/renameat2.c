// SPDX-License-Identifier: Apache-2.0
// renameat2(FROM, TO, 0 | noreplace | exchange | whiteout | a number)
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

static unsigned flags_named(const char* name) {
  if (strcmp(name, "noreplace") == 0) return RENAME_NOREPLACE;
  if (strcmp(name, "exchange") == 0) return RENAME_EXCHANGE;
  if (strcmp(name, "whiteout") == 0) return RENAME_WHITEOUT;
  return (unsigned)strtoul(name, NULL, 0);
}

int main(int argc, char** argv) {
  need_arguments(argc, 3, "renameat2 FROM TO FLAGS");
  const unsigned flags = flags_named(argv[3]);
  return report("renameat2", syscall(SYS_renameat2, AT_FDCWD, argv[1], AT_FDCWD, argv[2], flags));
}

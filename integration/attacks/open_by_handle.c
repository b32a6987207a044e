// SPDX-License-Identifier: Apache-2.0
// open_by_handle PATH: opens and truncates PATH by its handle, which needs no name. K33.
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "../programs/report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "open_by_handle PATH");
  static union {
    struct file_handle handle;
    char room[sizeof(struct file_handle) + MAX_HANDLE_SZ];
  } of;
  int mount = 0;
  of.handle.handle_bytes = MAX_HANDLE_SZ;
  if (name_to_handle_at(AT_FDCWD, argv[1], &of.handle, &mount, 0) != 0)
    return report("name_to_handle_at", -1);
  const int folder = open(".", O_RDONLY | O_DIRECTORY);
  return report("open_by_handle_at", open_by_handle_at(folder, &of.handle, O_WRONLY | O_TRUNC));
}

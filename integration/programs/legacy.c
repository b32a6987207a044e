// SPDX-License-Identifier: Apache-2.0
// the old calls by their x86-64 numbers, whatever the C library would use instead
#include <unistd.h>

#include "report.h"

static const struct {
  const char* name;
  long number;
} kCalls[] = {
    {"open", 2},   {"truncate", 76}, {"rename", 82}, {"mkdir", 83},   {"rmdir", 84},
    {"creat", 85}, {"link", 86},     {"unlink", 87}, {"symlink", 88}, {"mknod", 133},
};

// The second word is a path for rename, link and symlink, else a number (flags, mode, length).
static long second(const char* name, const char* word) {
  if (word == NULL) return 0;
  if (strcmp(name, "rename") == 0 || strcmp(name, "link") == 0 || strcmp(name, "symlink") == 0) {
    return (long)word;
  }
  return strtol(word, NULL, 0);
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "legacy CALL PATH [SECOND [THIRD]]");
  const long third = argc > 4 ? strtol(argv[4], NULL, 0) : 0;
  for (size_t i = 0; i < sizeof kCalls / sizeof kCalls[0]; ++i) {
    if (strcmp(kCalls[i].name, argv[1]) != 0) continue;
    const long word = second(argv[1], argc > 3 ? argv[3] : NULL);
    return report(argv[1], syscall(kCalls[i].number, argv[2], word, third));
  }
  return 2;
}

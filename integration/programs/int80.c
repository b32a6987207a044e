// SPDX-License-Identifier: Apache-2.0
// unlink(PATH) through the i386 gate, int $0x80: number 10, pointer below 4 GiB
#define _GNU_SOURCE
#include <sys/mman.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "int80 PATH");
  char* low =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (low == MAP_FAILED) return 2;
  strncpy(low, argv[1], 4095);
  long result = 10;
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(low) : "memory", "r8", "r9", "r10", "r11");
  errno = result < 0 ? (int)-result : 0;
  return report("int80 unlink", result);
}

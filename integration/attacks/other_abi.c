// SPDX-License-Identifier: Apache-2.0
// other_abi int80|x32 CALL PATH [PATH]: a call by another way into the kernel than guard's table
// has rows for: the i386 gate, or the x32 bit in the number. 1, K11, K12.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../programs/report.h"

// The meaning of the second argument.
enum Second { kNothing, kPath, kTruncate, kLength };

static const struct {
  const char* name;
  long i386;
  long x32;
  enum Second second;
} kCalls[] = {
    {"unlink", 10, 87, kNothing}, {"rename", 38, 82, kPath},     {"link", 9, 86, kPath},
    {"rmdir", 40, 84, kNothing},  {"truncate", 92, 76, kLength}, {"creat", 8, 85, kLength},
    {"open", 5, 2, kTruncate},    {"execve", 11, 520, kNothing},
};

static long second_of(enum Second kind, char* path) {
  if (kind == kPath) return (long)path;
  return kind == kTruncate ? O_WRONLY | O_TRUNC : 0;
}

static long by_int80(long number, char* first, long second) {
  long result = number;
  __asm__ volatile("int $0x80"
                   : "+a"(result)
                   : "b"(first), "c"(second), "d"(0L)
                   : "memory", "r8", "r9", "r10", "r11");
  return result;
}

int main(int argc, char** argv) {
  need_arguments(argc, 3, "other_abi int80|x32 CALL PATH [PATH]");
  // The i386 gate takes pointers below 4 GiB.
  char* low =
      mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (low == MAP_FAILED) return 2;
  strncpy(low, argv[3], 4095);
  if (argc > 4) strncpy(low + 4096, argv[4], 4095);
  for (size_t i = 0; i < sizeof kCalls / sizeof kCalls[0]; ++i) {
    if (strcmp(kCalls[i].name, argv[2]) != 0) continue;
    const long second = second_of(kCalls[i].second, low + 4096);
    if (strcmp(argv[1], "x32") == 0)
      return report(argv[2], syscall(0x40000000L | kCalls[i].x32, low, second, 0L));
    const long result = by_int80(kCalls[i].i386, low, second);
    errno = result < 0 ? (int)-result : 0;
    return report(argv[2], result);
  }
  return 2;
}

// SPDX-License-Identifier: Apache-2.0
// stuck_hand_over PATH: opens PATH for writing by an instruction that another thread, while the
// answer is awaited, turns into a jump to itself; then says "spoiled". A tracer that has the thread
// fetch the file by that very instruction waits for ever.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/report.h"

enum { kCallAt = 16 };
static const uint16_t kForEver = 0xfeeb;  // jmp to itself

typedef long (*Caller)(long number, long first, const char* path, long flags, long mode);

// Its arguments to the registers of a call, the call, back.
static const unsigned char kCaller[] = {0x48, 0x89, 0xf8, 0x48, 0x89, 0xf7, 0x48, 0x89, 0xd6, 0x48,
                                        0x89, 0xca, 0x4d, 0x89, 0xc2, 0x90, 0x0f, 0x05, 0xc3};

static unsigned char* page;

static void* open_it(void* path) {
  Caller caller = (Caller)(uintptr_t)page;
  caller(SYS_openat, AT_FDCWD, path, O_WRONLY, 0);
  return NULL;
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "stuck_hand_over PATH");
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 2;
  memcpy(page, kCaller, sizeof kCaller);
  pthread_t thread;
  if (pthread_create(&thread, NULL, open_it, argv[1]) != 0) return 2;
  sleep(1);  // it waits by now: the question is not answered before "spoiled"
  memcpy(page + kCallAt, &kForEver, sizeof kForEver);
  if (write(STDOUT_FILENO, "spoiled\n", 8) != 8) return 2;
  pthread_join(thread, NULL);
  return 0;
}

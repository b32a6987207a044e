// SPDX-License-Identifier: Apache-2.0
// robbed_hand_over PATH: opens files for writing by an instruction that another thread keeps
// turning into a jump, to where PATH is deleted. A tracer that has the thread fetch a file by calls
// of its own must notice that another call was made. Counts how the tries ended.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/report.h"

enum { kTries = 60, kOpens = 20, kCallAt = 16, kDeleteAt = 64, kDeleted = 9 };
static const uint16_t kCall = 0x050f;  // syscall
static const uint16_t kJump = 0x2eeb;  // jmp kDeleteAt

typedef long (*Caller)(long number, long first, const char* path, long flags, long mode);

// Its arguments to the registers of a call, the call, back.
static const unsigned char kCaller[] = {0x48, 0x89, 0xf8, 0x48, 0x89, 0xf7, 0x48, 0x89, 0xd6, 0x48,
                                        0x89, 0xca, 0x4d, 0x89, 0xc2, 0x90, 0x0f, 0x05, 0xc3};
// unlink(the path written in between), exit(kDeleted).
static const unsigned char kUnlink[] = {0xb8, SYS_unlink, 0, 0, 0, 0x48, 0xbf};
static const unsigned char kExit[] = {0x0f, 0x05, 0xb8, SYS_exit_group, 0,   0, 0, 0xbf, kDeleted,
                                      0,    0,    0,    0x0f,           0x05};

static unsigned char* make_page(const char* path) {
  unsigned char* page =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) exit(2);
  memcpy(page, kCaller, sizeof kCaller);
  unsigned char* at = page + kDeleteAt;
  memcpy(at, kUnlink, sizeof kUnlink);
  memcpy(at + sizeof kUnlink, &path, sizeof path);
  memcpy(at + sizeof kUnlink + sizeof path, kExit, sizeof kExit);
  return page;
}

static void* flip(void* argument) {
  volatile uint16_t* instruction = argument;
  while (1) {
    *instruction = kJump;
    *instruction = kCall;
  }
  return NULL;
}

static void open_many(const char* path) {
  unsigned char* page = make_page(path);
  pthread_t thread;
  if (pthread_create(&thread, NULL, flip, page + kCallAt) != 0) exit(2);
  const Caller caller = (Caller)(uintptr_t)page;
  for (int i = 0; i < kOpens; ++i) caller(SYS_openat, AT_FDCWD, "born", O_WRONLY | O_CREAT, 0600);
  _exit(0);
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "robbed_hand_over PATH");
  int opened = 0, asked = 0, killed = 0;
  for (int i = 0; i < kTries; ++i) {
    const pid_t child = fork();
    if (child == 0) open_many(argv[1]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 2;
    opened += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    asked += WIFEXITED(status) && WEXITSTATUS(status) == kDeleted;
    killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  }
  printf("tries %d opened %d asked %d killed %d\n", kTries, opened, asked, killed);
  return 0;
}

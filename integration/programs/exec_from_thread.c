// SPDX-License-Identifier: Apache-2.0
// execve from a thread that is not the leader
#include <pthread.h>
#include <unistd.h>

#include "report.h"

extern char** environ;

static void* act(void* words) {
  char** argv = words;
  report("execve from thread", execve(argv[0], argv, environ));
  exit(126);
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "exec_from_thread PROGRAM [WORD...]");
  pthread_t thread;
  if (pthread_create(&thread, NULL, act, argv + 1) != 0) return 2;
  pause();
}

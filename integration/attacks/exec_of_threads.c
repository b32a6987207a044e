// SPDX-License-Identifier: Apache-2.0
// exec_of_threads ROUNDS THREADS: in each round a process whose THREADS threads all exec at once;
// the kernel kills all but the winner, and the winner's tid becomes the leader's. K24.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/report.h"

extern char** environ;

static pthread_barrier_t together;

static void* start(void* unused) {
  (void)unused;
  char* words[] = {"true", NULL};
  pthread_barrier_wait(&together);
  execve("/bin/true", words, environ);
  return NULL;
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "exec_of_threads ROUNDS THREADS");
  const int rounds = atoi(argv[1]), threads = atoi(argv[2]);
  int ran = 0;
  for (int round = 0; round < rounds; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      pthread_t thread;
      pthread_barrier_init(&together, NULL, (unsigned)threads);
      for (int i = 1; i < threads; ++i) pthread_create(&thread, NULL, start, NULL);
      pthread_barrier_wait(&together);
      for (;;) pause();
    }
    int status = 0;
    waitpid(child, &status, 0);
    ran += WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  printf("ran %d of %d\n", ran, rounds);
  return ran == rounds ? 0 : 1;
}

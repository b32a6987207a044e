// SPDX-License-Identifier: Apache-2.0
// spawn N: seconds that one posix_spawn of /bin/true takes, its end included
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 100;
  char* const words[] = {"/bin/true", NULL};
  char* const environment[] = {NULL};
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int i = 0; i < count; ++i) {
    pid_t child;
    int status;
    if (posix_spawn(&child, words[0], NULL, NULL, words, environment) != 0) return 1;
    if (waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf(
      "%.9f\n",
      ((double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9) / count);
  return 0;
}

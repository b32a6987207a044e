// SPDX-License-Identifier: Apache-2.0
// unlink N: microseconds of one unlink of an own file, and of one byte's way through two pipes and
// back on one core, which is what any answer from another process costs
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double round_trip(int count) {
  int there[2], back[2];
  char byte = 0;
  cpu_set_t own, one;
  if (pipe(there) != 0 || pipe(back) != 0 || sched_getaffinity(0, sizeof(own), &own) != 0) exit(1);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
    if (CPU_ISSET(cpu, &own)) CPU_SET(cpu, &one);
  }
  sched_setaffinity(0, sizeof(one), &one);
  if (fork() == 0) {
    close(there[1]);
    while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1) {
    }
    _exit(0);
  }
  const double start = seconds();
  for (int i = 0; i < count; ++i) {
    if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1) exit(1);
  }
  const double end = seconds();
  close(there[1]);
  sched_setaffinity(0, sizeof(own), &own);
  return (end - start) / count;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 1000;
  char name[64];
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    snprintf(name, sizeof(name), "file%d.%d", (int)getpid(), i);
    const int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0) return 1;
    close(fd);
    const double start = seconds();
    if (unlink(name) != 0) return 1;
    sum += seconds() - start;
  }
  printf("%.3f %.3f\n", sum / count * 1e6, round_trip(5000) * 1e6);
  return 0;
}

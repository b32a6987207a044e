// SPDX-License-Identifier: Apache-2.0
// acts N: microseconds, each the median of N, of making a file, of opening it again for writing, of
// its rename, and of its unlink; in the folder where it runs
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double micros(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* took, int count) {
  qsort(took, (size_t)count, sizeof *took, compare);
  return took[count / 2];
}

static void take(int fd) {
  if (fd < 0 || close(fd) != 0) exit(1);
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 1000;
  char name[64], other[64];
  double* took[4];
  for (int act = 0; act < 4; ++act) took[act] = calloc((size_t)count, sizeof **took);
  for (int i = 0; i < count; ++i) {
    snprintf(name, sizeof name, "file%d", i);
    snprintf(other, sizeof other, "other%d", i);
    double times[5] = {micros()};
    const int made = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    times[1] = micros();
    take(made);
    double start = micros();
    const int again = open(name, O_WRONLY);
    took[1][i] = micros() - start;
    take(again);
    start = micros();
    if (rename(name, other) != 0) exit(1);
    took[2][i] = micros() - start;
    start = micros();
    if (unlink(other) != 0) exit(1);
    took[3][i] = micros() - start;
    took[0][i] = times[1] - times[0];
  }
  printf("%.2f %.2f %.2f %.2f\n", median(took[0], count), median(took[1], count),
         median(took[2], count), median(took[3], count));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// execs that fail leave nothing behind: the errno is the kernel's, TracerPid stays 0
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

extern char** environ;

static int tracer(void) {
  char line[128];
  int pid = -1;
  FILE* status = fopen("/proc/self/status", "r");
  while (fgets(line, sizeof line, status)) {
    if (strncmp(line, "TracerPid:", 10) == 0) pid = atoi(line + 10);
  }
  fclose(status);
  return pid;
}

// Before Linux 5.19 it is let go a moment later.
static void show_tracer(void) {
  for (int look = 0; look < 200 && tracer() != 0; ++look) usleep(10000);
  printf("TracerPid: %d\n", tracer());
}

static void try(const char* what, const char* path, char** words) {
  report(what, execve(path, words, environ));
  show_tracer();
}

int main(void) {
  char* words[] = {"x", NULL};
  const int fd = open("not_a_program", O_WRONLY | O_CREAT, 0700);
  if (write(fd, "\177XYZ nonsense", 13) != 13) return 2;
  close(fd);
  close(open("not_executable", O_WRONLY | O_CREAT, 0600));
  try("missing", "missing", words);
  try("nonsense", "./not_a_program", words);
  try("not executable", "./not_executable", words);
  try("folder", ".", words);
  char* big = malloc(4 << 20);
  memset(big, 'b', (4 << 20) - 1);
  big[(4 << 20) - 1] = 0;
  char* too_much[] = {"x", big, NULL};
  try("too big", "/bin/true", too_much);
  char* last[] = {"echo", "then it runs", NULL};
  execve("/bin/echo", last, environ);
  return 2;
}

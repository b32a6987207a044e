// SPDX-License-Identifier: Apache-2.0
// many_processes COUNT: as many processes at once, each of which makes a folder, waits until all
// have, and removes it. Says how many could.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

int main(int argc, char** argv) {
  need_arguments(argc, 1, "many_processes COUNT");
  const int count = atoi(argv[1]);
  int made[2], go[2];
  if (pipe(made) != 0 || pipe(go) != 0) return 2;
  int started = 0;
  for (; started < count; ++started) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child > 0) continue;
    char name[32], byte = 0;
    snprintf(name, sizeof name, "made.%d", started);
    close(go[1]);
    const int could = mkdir(name, 0700) == 0;
    if (write(made[1], &byte, 1) != 1) _exit(2);
    (void)!read(go[0], &byte, 1);
    _exit(could && rmdir(name) == 0 ? 0 : 1);
  }
  char byte;
  for (int i = 0; i < started; ++i) (void)!read(made[0], &byte, 1);
  close(go[0]);
  close(go[1]);
  int done = 0, status;
  while (wait(&status) > 0) done += status == 0;
  printf("started %d, done %d\n", started, done);
  return done == count ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// leases FILE: a lease can be had whenever nobody else has the file open (300 tries after open and
// close), an opener that will not wait is told so, one that will gets in once the lease is given
// up.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

static volatile sig_atomic_t broken;

static void on_break(int number) {
  (void)number;
  broken = 1;
}

static int leases_that_fail(const char* file) {
  int failed = 0;
  for (int i = 0; i < 300; ++i) {
    const int first = open(file, O_RDWR | O_CREAT, 0600);
    close(first);
    const int fd = open(file, O_RDWR);
    failed += fcntl(fd, F_SETLEASE, F_WRLCK) != 0;
    close(fd);
  }
  return failed;
}

// The child has the lease, and gives it up once it is asked for it and `flags` say to wait.
static void open_leased(const char* what, const char* file, int flags) {
  int ready[2], end[2];
  if (pipe(ready) != 0 || pipe(end) != 0) exit(2);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGIO, on_break);
    const int fd = open(file, O_RDWR);
    char byte = fcntl(fd, F_SETLEASE, F_WRLCK) == 0 ? 'y' : 'n';
    close(end[1]);
    if (write(ready[1], &byte, 1) != 1) _exit(2);
    while (byte == 'y' && !broken) usleep(1000);
    if ((flags & O_NONBLOCK) != 0) (void)!read(end[0], &byte, 1);
    fcntl(fd, F_SETLEASE, F_UNLCK);
    close(fd);
    _exit(0);
  }
  char byte = 0;
  (void)!read(ready[0], &byte, 1);
  printf("%s, leased: %c\n", what, byte);
  const int fd = open(file, flags);
  report(what, fd);
  if (fd >= 0) close(fd);
  close(end[0]);
  close(end[1]);
  int status = -1;
  waitpid(child, &status, 0);
  printf("%s, holder: %d\n", what, status);
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "leases FILE");
  printf("lease failed %d of 300\n", leases_that_fail(argv[1]));
  open_leased("without waiting", argv[1], O_WRONLY | O_NONBLOCK);
  open_leased("waiting", argv[1], O_WRONLY);
  open_leased("waiting to cut it", argv[1], O_WRONLY | O_TRUNC);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// calls_under_timer N MICROSECONDS: opens and unlinks N times in turn, while a timer sends a signal
// whose handler was set without SA_RESTART. Counts the calls that a signal ended (EINTR). Says
// whether one of those had an effect, and whether a call failed otherwise. With MICROSECONDS 0 no
// signal comes.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "report.h"

static volatile sig_atomic_t signals;
static int ended, with_effect, failed;

static void on_alarm(int number) {
  (void)number;
  ++signals;
}

static void fails(const char* what) {
  if (failed++ == 0) fprintf(stderr, "%s: %s\n", what, errno_name(errno));
}

// Both make a call again that a signal ended, as programs do; before, they look whether it had an
// effect.
static int open_new(const char* name) {
  for (;;) {
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0 || errno != EINTR) return file;
    ++ended;
    if (access(name, F_OK) == 0) ++with_effect;
  }
}

static int remove_it(const char* name) {
  for (;;) {
    const int result = unlink(name);
    if (result == 0 || errno != EINTR) return result;
    ++ended;
    if (access(name, F_OK) != 0) ++with_effect;
  }
}

static void set_timer(int microseconds) {
  const struct itimerval every = {{0, microseconds}, {0, microseconds}};
  struct sigaction action = {.sa_handler = on_alarm};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &every, NULL);
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "calls_under_timer N MICROSECONDS");
  const int count = atoi(argv[1]);
  char name[64];
  set_timer(atoi(argv[2]));
  for (int i = 0; i < count; ++i) {
    snprintf(name, sizeof name, "file%d.%d", (int)getpid(), i);
    const int file = open_new(name);
    if (file < 0) {
      fails("open");
      continue;
    }
    close(file);
    if (remove_it(name) != 0) fails("unlink");
  }
  set_timer(0);
  fprintf(stderr, "%d calls, %d signals, %d ended by one\n", 2 * count, (int)signals, ended);
  printf("with an effect: %d\nfailed otherwise: %d\n", with_effect, failed);
  return with_effect != 0 || failed != 0;
}

// SPDX-License-Identifier: Apache-2.0
// signal_storm PATH: deletes PATH while SIGURG comes every 10 ms, as in a Go program, handled with
// SA_RESTART. Prints what the call said. K15.
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "../programs/report.h"

static void on_signal(int number) {
  (void)number;
}

static void* send_signals(void* target) {
  for (;;) {
    usleep(10000);
    kill(*(pid_t*)target, SIGURG);
  }
  return NULL;
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "signal_storm PATH");
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigaction(SIGURG, &action, NULL);
  pid_t own = getpid();
  const pid_t storm = fork();
  if (storm == 0) send_signals(&own);
  const int status = report("unlink", unlink(argv[1]));
  kill(storm, SIGKILL);
  return status;
}

// SPDX-License-Identifier: Apache-2.0
// a blocking open of a FIFO must be interruptible by a handler
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

static void on_alarm(int signal_number) {
  (void)signal_number;
}

int main(void) {
  struct sigaction action = {.sa_handler = on_alarm};
  sigaction(SIGALRM, &action, NULL);
  report("mkfifo", mkfifo("pipe", 0600));
  alarm(1);
  report("open", open("pipe", O_WRONLY));
  return 0;
}

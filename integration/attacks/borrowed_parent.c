// SPDX-License-Identifier: Apache-2.0
// borrowed_parent older|adopted FILE OWNER [ARG...]: reads FILE as a child of OWNER that OWNER
// never forked. older: forked before this process became OWNER. adopted: forked after that, by a
// process whose children fall to it when it ends (PR_SET_CHILD_SUBREAPER). The reader reports by
// itself.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/report.h"

static void wait_for_owner(pid_t owner, const char* name) {
  char path[64];
  char image[4096];
  snprintf(path, sizeof path, "/proc/%d/exe", owner);
  for (int tries = 0; tries < 500; ++tries) {
    const ssize_t n = readlink(path, image, sizeof image - 1);
    image[n < 0 ? 0 : n] = '\0';
    if (strcmp(image, name) == 0) return;
    usleep(10000);
  }
  puts("the parent never became the owner");
  exit(2);
}

static int read_it(const char* file) {
  char text[256];
  const int fd = open(file, O_RDONLY);
  if (fd < 0) return report("open", fd);
  const ssize_t n = read(fd, text, sizeof text);
  if (n > 0) (void)!write(1, text, (size_t)n);
  return 0;
}

// 0: the child that reads, once its parent is OWNER.
static void as_child(pid_t owner, char** argv, int adopted) {
  wait_for_owner(owner, argv[3]);
  if (adopted && fork() != 0) _exit(0);
  while (adopted && getppid() != owner) usleep(1000);
  printf("child of %s: %d\n", argv[3], getppid() == owner);
  fflush(stdout);
  const int status = read_it(argv[2]);
  kill(owner, SIGTERM);
  _exit(status);
}

int main(int argc, char** argv) {
  need_arguments(argc, 3, "borrowed_parent older|adopted FILE OWNER [ARG...]");
  const int adopted = strcmp(argv[1], "adopted") == 0;
  if (adopted && prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return report("prctl", -1);
  const pid_t owner = getpid();
  int never[2];  // OWNER waits for words that do not come
  if (pipe(never) != 0) return report("pipe", -1);
  if (fork() == 0) as_child(owner, argv, adopted);
  dup2(never[0], 0);
  close(never[1]);
  execv(argv[3], argv + 3);
  return report("execv", -1);
}

// SPDX-License-Identifier: Apache-2.0
// go_like FOLDER: as a Go program does it: threads that act, each stopped by SIGURG as often as
// another one finds the time, handled with SA_RESTART on a stack of its own. No call may fail, be
// done twice or come out otherwise.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

enum { kThreads = 4, kRounds = 100 };

extern char** environ;
static const char* folder;
static pthread_t threads[kThreads];
static atomic_int running = kThreads, failures, handled;

static void on_signal(int number) {
  (void)number;
  atomic_fetch_add(&handled, 1);
}

static void expect(int holds, const char* what, int round) {
  if (holds) return;
  printf("%s failed: %s in round %d\n", what, errno_name(errno), round);
  atomic_fetch_add(&failures, 1);
}

static void round_of(const char* file, const char* moved, int round) {
  const int fd = open(file, O_WRONLY | O_CREAT | O_EXCL, 0600);
  expect(fd >= 0, "open", round);
  expect(write(fd, "x", 1) == 1, "write", round);
  close(fd);
  expect(rename(file, moved) == 0, "rename", round);
  expect(chmod(moved, 0640) == 0, "chmod", round);
  expect(mkdir(file, 0700) == 0, "mkdir", round);
  expect(rmdir(file) == 0, "rmdir", round);
  expect(unlink(moved) == 0, "unlink", round);
}

static void* act(void* number) {
  char file[256], moved[256];
  snprintf(file, sizeof file, "%s/%ld", folder, (long)number);
  snprintf(moved, sizeof moved, "%s/%ld.moved", folder, (long)number);
  for (int i = 0; i < kRounds; ++i) {
    round_of(file, moved, i);
    if (i % 20 != 0) continue;
    char* const words[] = {"true", NULL};
    pid_t child;
    int status = -1;
    expect(posix_spawn(&child, "/bin/true", NULL, NULL, words, environ) == 0, "spawn", i);
    expect(waitpid(child, &status, 0) == child && status == 0, "true", i);
  }
  atomic_fetch_sub(&running, 1);
  while (atomic_load(&running) > 0) usleep(1000);
  return NULL;
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "go_like FOLDER");
  folder = argv[1];
  report("mkdir", mkdir(folder, 0700));
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigaction(SIGURG, &action, NULL);
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, act, (void*)i);
  while (atomic_load(&running) > 0) {
    for (int i = 0; i < kThreads; ++i) pthread_kill(threads[i], SIGURG);
    usleep(200);
  }
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  printf("signals came: %d, failures: %d\n", atomic_load(&handled) > kThreads,
         atomic_load(&failures));
  return report("rmdir", rmdir(folder));
}

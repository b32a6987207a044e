// SPDX-License-Identifier: Apache-2.0
// killed_execs KILLS EXECS: processes that are killed while a thread of theirs, not the leader,
// execs; then as many plain execs, among them some with the numbers of those.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char* const kArgv[] = {"true", NULL};

static void* run_true(void* unused) {
  execv("/bin/true", kArgv);
  return unused;
}

static void* stay(void* unused) {
  for (;;) pause();
  return unused;
}

static void exec_beside_threads(void) {
  pthread_t thread;
  for (int i = 0; i < 8; ++i) pthread_create(&thread, NULL, stay, NULL);
  pthread_create(&thread, NULL, run_true, NULL);
  stay(NULL);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  for (int i = atoi(argv[1]); i > 0; --i) {
    const pid_t child = fork();
    if (child == 0) exec_beside_threads();
    usleep(200 + (useconds_t)(i * 37 % 2000));
    kill(child, SIGKILL);
    if (waitpid(child, NULL, 0) != child) return 1;
  }
  for (int i = atoi(argv[2]); i > 0; --i) {
    int status = 1;
    const pid_t child = fork();
    if (child == 0) execv("/bin/true", kArgv);
    if (waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  puts("all ran");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// readers_and_an_exec ROUNDS [leader|again]: in each round a process of which four threads read
// .env again and again while another (or the first) execs /bin/true. `again`: one process, of which
// the first thread reads too, and another execs this program for the next round. Says READ for
// whatever was read.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static useconds_t before_exec;
static char* next_round[4];  // nothing: /bin/true

static void* read_again(void* unused) {
  char bytes[16];
  for (;;) {
    const int fd = open(".env", O_RDONLY);
    if (fd < 0) continue;
    if (read(fd, bytes, sizeof bytes) > 0) (void)!write(1, "READ\n", 5);
    close(fd);
  }
  return unused;
}

static void* exec_later(void* unused) {
  usleep(before_exec);
  if (next_round[0] != NULL) execv(next_round[0], next_round);
  execl("/bin/true", "true", (char*)NULL);
  return unused;
}

static void one_round(int by_leader) {
  pthread_t thread;
  for (int i = 0; i < 4; ++i) pthread_create(&thread, NULL, read_again, NULL);
  if (by_leader) exec_later(NULL);
  pthread_create(&thread, NULL, exec_later, NULL);
  if (next_round[0] != NULL) (void)read_again(NULL);
  for (;;) pause();
}

static void one_process(char** argv) {
  static char rounds[16];
  const int left = atoi(argv[1]);
  if (left == 0) return;
  snprintf(rounds, sizeof rounds, "%d", left - 1);
  next_round[0] = argv[0];
  next_round[1] = rounds;
  next_round[2] = argv[2];
  before_exec = (useconds_t)(left * 137 % 4000);
  one_round(0);
}

int main(int argc, char** argv) {
  const char* who = argc > 2 ? argv[2] : "";
  if (strcmp(who, "again") == 0) {
    one_process(argv);
    return 0;
  }
  for (int round = 0; round < atoi(argv[1]); ++round) {
    before_exec = (useconds_t)(round * 137 % 4000);
    const pid_t child = fork();
    if (child == 0) one_round(strcmp(who, "leader") == 0);
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// readers_and_an_exec ROUNDS [leader]: in each round a process of which four threads read .env
// again and again while another (or the first) execs /bin/true. Says READ for whatever was read.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static useconds_t before_exec;

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
  execl("/bin/true", "true", (char*)NULL);
  return unused;
}

static void one_round(int by_leader) {
  pthread_t thread;
  for (int i = 0; i < 4; ++i) pthread_create(&thread, NULL, read_again, NULL);
  if (by_leader) exec_later(NULL);
  pthread_create(&thread, NULL, exec_later, NULL);
  for (;;) pause();
}

int main(int argc, char** argv) {
  for (int round = 0; round < atoi(argv[1]); ++round) {
    before_exec = (useconds_t)(round * 137 % 4000);
    const pid_t child = fork();
    if (child == 0) one_round(argc > 2);
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  return 0;
}

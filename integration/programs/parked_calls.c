// SPDX-License-Identifier: Apache-2.0
// parked_calls COUNT [stay]: COUNT threads wait in open(2) for the reader of a FIFO. Meanwhile
// others of the process make, remove and start things; then the reader comes, and all must have
// opened. With `stay` none comes: says "parked" and waits to be ended.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

static atomic_int about_to_wait, opened, failed;
static atomic_int last_error;

static void* wait_for_reader(void* unused) {
  (void)unused;
  atomic_fetch_add(&about_to_wait, 1);
  const int fd = open("fifo", O_WRONLY);
  if (fd < 0) {
    atomic_store(&last_error, errno);
    atomic_fetch_add(&failed, 1);
    return NULL;
  }
  close(fd);
  atomic_fetch_add(&opened, 1);
  return NULL;
}

static void act_meanwhile(void) {
  int done = 0;
  for (int i = 0; i < 50; ++i) done += mkdir("made", 0700) == 0 && rmdir("made") == 0;
  printf("others served: %d of 50\n", done);
  const pid_t child = fork();
  int status = -1;
  if (child == 0) {
    // Judged by a walk: not at once.
    execl("/bin/sh", "sh", "-c", "mkdir -p d/e && rm -rf d", (char*)NULL);
    _exit(99);
  }
  waitpid(child, &status, 0);
  printf("another program: %d\n", status);
  fflush(stdout);
}

int main(int argc, char** argv) {
  need_arguments(argc, 1, "parked_calls COUNT [stay]");
  const int count = atoi(argv[1]);
  pthread_t* threads = calloc((size_t)count, sizeof(*threads));
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 * 1024);
  report("mkfifo", mkfifo("fifo", 0600));
  int started = 0;
  while (started < count && pthread_create(&threads[started], &small, wait_for_reader, NULL) == 0)
    ++started;
  while (atomic_load(&about_to_wait) < started) usleep(1000);
  printf("started all: %d\n", started == count);
  act_meanwhile();
  if (argc > 2) {
    printf("parked\n");
    fflush(stdout);
    pause();
  }
  const int reader = open("fifo", O_RDONLY);
  for (int i = 0; i < started; ++i) pthread_join(threads[i], NULL);
  close(reader);
  printf("opened %s, failed: %s\n", atomic_load(&opened) > 0 ? "some" : "none",
         atomic_load(&failed) > 0 ? errno_name(atomic_load(&last_error)) : "none");
  return atomic_load(&opened) + atomic_load(&failed) == started ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// parked_calls COUNT [stay|mixed]: COUNT threads wait in open(2) for the reader of a FIFO; `mixed`:
// half of them, others wait in send(2) for room and some in connect(2) for a place in a queue.
// Meanwhile others of the process make, remove and start things; then what they wait for comes, and
// all must have gone on. With `stay` it never comes: says "parked" and waits to be ended.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"
#include "sockets.h"

static atomic_int about_to_wait, opened, failed;
static atomic_int last_error;
static atomic_int sent, turned_away;
static int full_end, empty_end, door;
static UnixName door_name;

static void note(int ok, atomic_int* which) {
  if (ok) {
    atomic_fetch_add(which, 1);
    return;
  }
  atomic_store(&last_error, errno);
  atomic_fetch_add(&failed, 1);
}

static void* wait_for_reader(void* unused) {
  (void)unused;
  atomic_fetch_add(&about_to_wait, 1);
  const int fd = open("fifo", O_WRONLY);
  note(fd >= 0, &opened);
  if (fd >= 0) close(fd);
  return NULL;
}

static void* wait_for_room(void* unused) {
  (void)unused;
  atomic_fetch_add(&about_to_wait, 1);
  struct iovec byte = {"x", 1};
  struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1};
  note(sendmsg(full_end, &message, MSG_NOSIGNAL) == 1, &sent);
  return NULL;
}

// Nobody ever accepts: with the end of the listener all are turned away.
static void* wait_for_place(void* unused) {
  (void)unused;
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  atomic_fetch_add(&about_to_wait, 1);
  const int result = connect(fd, (const struct sockaddr*)&door_name.name, door_name.size);
  note(result != 0 && errno == ECONNREFUSED, &turned_away);
  close(fd);
  return NULL;
}

static void* (*kind_of(int number, int mixed))(void*) {
  if (!mixed || number % 10 < 5) return wait_for_reader;
  return number % 10 < 9 ? wait_for_room : wait_for_place;
}

static int fill(void) {
  static char bytes[1 << 16];
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  full_end = ends[0];
  empty_end = ends[1];
  long filled = 0, n;
  while ((n = send(full_end, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) filled += n;
  while ((n = send(full_end, bytes, 1, MSG_DONTWAIT)) > 0) filled += n;
  return (int)filled;
}

static void open_door(void) {
  door_name = unix_name("door");
  door = socket(AF_UNIX, SOCK_STREAM, 0);
  report("door", bind(door, (const struct sockaddr*)&door_name.name, door_name.size));
  listen(door, 0);
  const int first = socket(AF_UNIX, SOCK_STREAM, 0);
  report("first", connect(first, (const struct sockaddr*)&door_name.name, door_name.size));
}

static void empty(long bytes) {
  static char chunk[1 << 16];
  while (bytes > 0) {
    const long n = read(empty_end, chunk, sizeof chunk);
    if (n <= 0) break;
    bytes -= n;
  }
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
  need_arguments(argc, 1, "parked_calls COUNT [stay|mixed]");
  const int count = atoi(argv[1]);
  const int stay = argc > 2 && strcmp(argv[2], "stay") == 0;
  const int mixed = argc > 2 && strcmp(argv[2], "mixed") == 0;
  pthread_t* threads = calloc((size_t)count, sizeof(*threads));
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 * 1024);
  report("mkfifo", mkfifo("fifo", 0600));
  const int filled = fill();
  open_door();
  int started = 0;
  while (started < count &&
         pthread_create(&threads[started], &small, kind_of(started, mixed), NULL) == 0)
    ++started;
  while (atomic_load(&about_to_wait) < started) usleep(1000);
  printf("started all: %d\n", started == count);
  act_meanwhile();
  if (stay) {
    printf("parked\n");
    fflush(stdout);
    pause();
  }
  const int reader = open("fifo", O_RDONLY);
  close(door);
  if (mixed) empty(filled + started / 10 * 4);
  for (int i = 0; i < started; ++i) pthread_join(threads[i], NULL);
  close(reader);
  printf("opened %s, failed: %s\n", atomic_load(&opened) > 0 ? "some" : "none",
         atomic_load(&failed) > 0 ? errno_name(atomic_load(&last_error)) : "none");
  if (mixed)
    printf("opened %d, sent %d, turned away %d\n", atomic_load(&opened), atomic_load(&sent),
           atomic_load(&turned_away));
  const int ended = atomic_load(&opened) + atomic_load(&sent) + atomic_load(&turned_away);
  return ended + atomic_load(&failed) == started ? 0 : 1;
}

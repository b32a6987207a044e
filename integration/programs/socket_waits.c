// SPDX-License-Identifier: Apache-2.0
// Calls on sockets that wait for the other side: all bytes arrive in order, a signal ends the wait,
// a time limit ends it, and a sibling goes on meanwhile.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "report.h"
#include "sockets.h"

static void wake(int signal) {
  (void)signal;
}

static void alarm_soon(void) {
  struct sigaction action = {.sa_handler = wake};  // no SA_RESTART
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval soon = {.it_value = {.tv_usec = 300000}};
  setitimer(ITIMER_REAL, &soon, NULL);
}

static long message(int fd, const UnixName* name, const void* bytes, size_t size) {
  struct iovec parts[2] = {{(void*)bytes, size / 2}, {(char*)bytes + size / 2, size - size / 2}};
  struct msghdr header = {.msg_iov = parts, .msg_iovlen = 2};
  if (name != NULL) {
    header.msg_name = (void*)&name->name;
    header.msg_namelen = name->size;
  }
  return sendmsg(fd, &header, MSG_NOSIGNAL);
}

static unsigned char pattern(size_t i) {
  return (unsigned char)(i * 7 + i / 251);
}

// Reads SIZE bytes slowly; 0 when each is right.
static int read_all(int fd, size_t size) {
  static unsigned char chunk[60000];
  for (size_t at = 0; at < size;) {
    const ssize_t n = read(fd, chunk, sizeof chunk);
    if (n <= 0) return 1;
    for (ssize_t i = 0; i < n; ++i) {
      if (chunk[i] != pattern(at + (size_t)i)) return 2;
    }
    at += (size_t)n;
    usleep(2000);
  }
  return 0;
}

static void long_stream(const char* what, int from, int to) {
  const size_t size = 5U << 20;
  unsigned char* bytes = malloc(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = pattern(i);
  const pid_t reader = fork();
  if (reader == 0) _exit(read_all(to, size));
  const long sent = message(from, NULL, bytes, size);
  int status = -1;
  waitpid(reader, &status, 0);
  printf("%s: sent %s, reader %d\n", what, sent == (long)size ? "all" : "not all", status);
  free(bytes);
}

static void full_queue(void) {
  const UnixName name = unix_name("room");
  const int room = socket(AF_UNIX, SOCK_DGRAM, 0);
  const int from = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (bind(room, (const struct sockaddr*)&name.name, name.size) != 0) exit(2);
  int sent = 0;
  while (sendto(from, "x", 1, MSG_DONTWAIT, (const struct sockaddr*)&name.name, name.size) == 1)
    ++sent;
  alarm_soon();
  report("full, a signal comes", message(from, &name, "xx", 2));
  const struct timeval limit = {.tv_usec = 200000};
  setsockopt(from, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  report("full, a limit passes", message(from, &name, "xx", 2));
  const struct timeval none = {0};
  setsockopt(from, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
  const pid_t reader = fork();
  if (reader == 0) {
    usleep(200000);
    char byte;
    for (int i = 0; i <= sent; ++i) {
      if (recv(room, &byte, 1, 0) < 0) _exit(1);
    }
    _exit(0);
  }
  report("full, room is made", message(from, &name, "xx", 2));
  int status = -1;
  waitpid(reader, &status, 0);
  printf("reader %d\n", status);
  unlink("room");
}

static void full_backlog(void) {
  const UnixName name = unix_name("door");
  const int door = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(door, (const struct sockaddr*)&name.name, name.size) != 0 || listen(door, 0) != 0)
    exit(2);
  const int first = socket(AF_UNIX, SOCK_STREAM, 0);
  report("first", connect(first, (const struct sockaddr*)&name.name, name.size));
  const int busy = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  report("no room", connect(busy, (const struct sockaddr*)&name.name, name.size));
  const int second = socket(AF_UNIX, SOCK_STREAM, 0);
  alarm_soon();
  report("no room, a signal comes", connect(second, (const struct sockaddr*)&name.name, name.size));
  const pid_t host = fork();
  if (host == 0) {
    usleep(200000);
    _exit(accept(door, NULL, NULL) >= 0 ? 0 : 1);
  }
  report("room is made", connect(second, (const struct sockaddr*)&name.name, name.size));
  waitpid(host, NULL, 0);
  unlink("door");
}

// A queue that is full, over TCP: the answer to the first packet never comes.
static void no_answer(void) {
  const int queue = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in here = inet_name("127.0.0.1", 0);
  if (bind(queue, (struct sockaddr*)&here, sizeof here) != 0 || listen(queue, 0) != 0) exit(2);
  here = inet_name("127.0.0.1", bound_port(queue));
  int guests[4];
  for (int i = 0; i < 4; ++i) {
    guests[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    (void)!connect(guests[i], (struct sockaddr*)&here, sizeof here);
  }
  usleep(100000);
  const int late = socket(AF_INET, SOCK_STREAM, 0);
  const struct timeval limit = {.tv_usec = 200000};
  setsockopt(late, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  report("no answer, a limit passes", connect(late, (struct sockaddr*)&here, sizeof here));
  report("again", connect(late, (struct sockaddr*)&here, sizeof here));
  const struct timeval none = {0};
  setsockopt(late, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
  alarm_soon();
  report("no answer, a signal comes", connect(late, (struct sockaddr*)&here, sizeof here));
  for (int i = 0; i < 4; ++i) close(guests[i]);
  close(late);
  close(queue);
}

int main(int argc, char** argv) {
  (void)argv;
  if (argc > 1) have_a_sibling();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 2;
  long_stream("unix", ends[0], ends[1]);
  const int door = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in here = inet_name("127.0.0.1", 0);
  if (bind(door, (struct sockaddr*)&here, sizeof here) != 0 || listen(door, 1) != 0) return 2;
  here = inet_name("127.0.0.1", bound_port(door));
  const int guest = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(guest, (struct sockaddr*)&here, sizeof here) != 0) return 2;
  long_stream("tcp", guest, accept(door, NULL, NULL));
  full_queue();
  full_backlog();
  no_answer();
  return 0;
}

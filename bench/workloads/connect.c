// SPDX-License-Identifier: Apache-2.0
// connect serve ADDRESS PORT: echoes what connections that begin with 'e' say, and swallows the
// rest connect HOST PORT N: microseconds of a connect to HOST, which is looked up once (median of
// N), and of one byte's way there and back on a connected socket; then how many bytes go in a
// microsecond
#define _GNU_SOURCE
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { kRoundTrips = 5000, kBlock = 1 << 16, kBlocks = 4096 };
static char block[kBlock];

static double micros(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static struct addrinfo* host(const char* name, const char* port) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_family = AF_INET}, *found = NULL;
  if (getaddrinfo(name, port, &hints, &found) != 0) exit(2);
  return found;
}

static int connected(const struct addrinfo* to) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  if (connect(fd, to->ai_addr, to->ai_addrlen) != 0) exit(3);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

static void* serve_one(void* argument) {
  static __thread char bytes[kBlock];
  const int fd = (int)(long)argument;
  char mode = 0;
  if (read(fd, &mode, 1) == 1) {
    ssize_t got;
    while ((got = read(fd, bytes, sizeof bytes)) > 0)
      if (mode == 'e' && write(fd, bytes, (size_t)got) != got) break;
    if (mode == 's' && write(fd, "", 1) != 1) perror("write");
  }
  close(fd);
  return NULL;
}

static int serve(const struct addrinfo* at) {
  const int door = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(door, at->ai_addr, at->ai_addrlen) != 0 || listen(door, 512) != 0) return 1;
  for (;;) {
    const int fd = accept(door, NULL, NULL);
    pthread_t thread;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (fd >= 0 && pthread_create(&thread, NULL, serve_one, (void*)(long)fd) == 0)
      pthread_detach(thread);
  }
}

static double connects(const struct addrinfo* to, int count) {
  const struct linger at_once = {1, 0};  // no TIME_WAIT: thousands would fill the table of ports
  double* took = calloc((size_t)count, sizeof *took);
  for (int i = 0; i < count; ++i) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    const double start = micros();
    if (connect(fd, to->ai_addr, to->ai_addrlen) != 0) exit(3);
    took[i] = micros() - start;
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(fd);
  }
  qsort(took, (size_t)count, sizeof *took, compare);
  return took[count / 2];
}

static double round_trip(const struct addrinfo* to) {
  const int fd = connected(to);
  char byte = 'e';
  if (write(fd, &byte, 1) != 1) exit(4);
  const double start = micros();
  for (int i = 0; i < kRoundTrips; ++i)
    if (write(fd, &byte, 1) != 1 || read(fd, &byte, 1) != 1) exit(4);
  const double took = (micros() - start) / kRoundTrips;
  close(fd);
  return took;
}

static double throughput(const struct addrinfo* to) {
  const int fd = connected(to);
  char byte = 's';
  if (write(fd, &byte, 1) != 1) exit(5);
  const double start = micros();
  for (int i = 0; i < kBlocks; ++i)
    for (size_t sent = 0; sent < sizeof block;) {
      const ssize_t more = write(fd, block + sent, sizeof block - sent);
      if (more <= 0) exit(5);
      sent += (size_t)more;
    }
  shutdown(fd, SHUT_WR);
  if (read(fd, &byte, 1) != 1) exit(5);
  const double took = micros() - start;
  close(fd);
  return (double)kBlocks * sizeof block / took;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  if (strcmp(argv[1], "serve") == 0) return serve(host(argv[2], argv[3]));
  const struct addrinfo* to = host(argv[1], argv[2]);
  connects(to, 10);
  const double connect_us = connects(to, atoi(argv[3]));
  printf("%.3f %.3f %.1f\n", connect_us, round_trip(to), throughput(to));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Addresses and messages, for the programs that talk over sockets. Needs _GNU_SOURCE.
#ifndef GUARD_INTEGRATION_PROGRAMS_SOCKETS_H_
#define GUARD_INTEGRATION_PROGRAMS_SOCKETS_H_

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static inline struct sockaddr_in inet_name(const char* address, int port) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons((in_port_t)port)};
  if (inet_pton(AF_INET, address, &name.sin_addr) != 1) exit(2);
  return name;
}

static inline struct sockaddr_in6 inet6_name(const char* address, int port) {
  struct sockaddr_in6 name = {.sin6_family = AF_INET6, .sin6_port = htons((in_port_t)port)};
  if (inet_pton(AF_INET6, address, &name.sin6_addr) != 1) exit(2);
  return name;
}

typedef struct {
  struct sockaddr_un name;
  socklen_t size;
} UnixName;

// "@x" is the abstract name x.
static inline UnixName unix_name(const char* path) {
  UnixName made = {.name = {.sun_family = AF_UNIX}};
  const size_t length = strlen(path);
  if (length > sizeof made.name.sun_path) exit(2);
  memcpy(made.name.sun_path, path, length);
  if (path[0] == '@') made.name.sun_path[0] = '\0';
  made.size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  return made;
}

static inline int bound_port(int fd) {
  struct sockaddr_in name;
  socklen_t size = sizeof name;
  return getsockname(fd, (struct sockaddr*)&name, &size) == 0 ? ntohs(name.sin_port) : -1;
}

// A UDP socket on ADDRESS, any port; reads never wait.
static inline int udp_receiver(const char* address, int port) {
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  const struct sockaddr_in name = inet_name(address, port);
  if (bind(fd, (const struct sockaddr*)&name, sizeof name) != 0) exit(2);
  return fd;
}

static inline int received(int fd) {
  char byte;
  int count = 0;
  while (recv(fd, &byte, 1, MSG_DONTWAIT) >= 0) ++count;
  return count;
}

static inline void* sleep_for_ever(void* unused) {
  (void)unused;
  for (;;) pause();
  return NULL;
}

// From now on the process has more than one thread: none of its descriptor numbers is sure.
static inline void have_a_sibling(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, sleep_for_ever, NULL) != 0) exit(2);
}

#endif  // GUARD_INTEGRATION_PROGRAMS_SOCKETS_H_

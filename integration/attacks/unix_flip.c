// SPDX-License-Identifier: Apache-2.0
// A thread swaps the path of a Unix socket between one of the tree's own and one of a server
// outside, while a datagram to it, or a connect, is judged. A packet that came outside is counted
// there. Threat 59.
#define _GNU_SOURCE
#include <stdio.h>

#include "../programs/sockets.h"
#include "flip.h"

static int server(const char* path, int type) {
  const int fd = socket(AF_UNIX, type | SOCK_NONBLOCK, 0);
  const UnixName name = unix_name(path);
  if (bind(fd, (const struct sockaddr*)&name.name, name.size) != 0) exit(2);
  if (type == SOCK_STREAM && listen(fd, 4096) != 0) exit(2);
  return fd;
}

int main(int argc, char** argv) {
  if (argc < 4) return 2;  // OWN OUTSIDE stream|dgram, both names of the same length
  const int stream = strcmp(argv[3], "stream") == 0;
  const int own = server(argv[1], stream ? SOCK_STREAM : SOCK_DGRAM);
  static struct {
    char pad[6];
    sa_family_t family;
    Flip flip;  // sun_path begins where the word lies
  } address = {.family = AF_UNIX};
  flip_prepare(&address.flip, argv[1], argv[2]);
  pthread_t thread;
  if (flip_start(&address.flip, &thread) != 0) return 2;
  const int datagrams = socket(AF_UNIX, SOCK_DGRAM, 0);
  int done = 0;
  for (int i = 0; i < kTries; ++i) {
    const struct sockaddr* name = (const struct sockaddr*)&address.family;
    const socklen_t size = (socklen_t)(sizeof(sa_family_t) + strlen(argv[1]) + 1);
    const int fd = stream ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
    done += stream ? connect(fd, name, size) == 0
                   : sendto(datagrams, "x", 1, MSG_DONTWAIT, name, size) == 1;
    if (stream) close(accept(own, NULL, NULL));
    if (fd >= 0) close(fd);
    received(own);
  }
  flip_end(&address.flip, thread);
  printf("tries %d done %d\n", kTries, done);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A thread swaps what a descriptor number means, while a call on it is judged: a connected stream,
// whose sends carry no address that matters, against a datagram socket with an address that is
// refused; a Unix socket that listens against an internet socket that would listen on every
// address. Prints how often the refused thing happened. Threat 59.
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "../programs/sockets.h"
#include "flip.h"

enum { kNumber = 200 };

static atomic_int stop;
static atomic_int pair[2];

static void* swap(void* unused) {
  (void)unused;
  for (unsigned turn = 0; !atomic_load(&stop); ++turn) {
    dup2(atomic_load(&pair[turn & 1]), kNumber);
    for (volatile unsigned wait = (turn * 2654435761U) >> 22; wait > 0; --wait) {
    }
  }
  return NULL;
}

static void start(pthread_t* thread, int first, int second) {
  atomic_store(&stop, 0);
  atomic_store(&pair[0], first);
  atomic_store(&pair[1], second);
  dup2(first, kNumber);
  if (pthread_create(thread, NULL, swap, NULL) != 0) exit(2);
}

static void end(pthread_t thread) {
  atomic_store(&stop, 1);
  pthread_join(thread, NULL);
}

static int flip_sends(const char* address) {
  const int refused = udp_receiver(address, 0);
  struct sockaddr_in name = inet_name(address, bound_port(refused));
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) exit(2);
  pthread_t thread;
  start(&thread, ends[0], socket(AF_INET, SOCK_DGRAM, 0));
  int hit = 0, done = 0;
  for (int i = 0; i < kTries; ++i) {
    struct iovec part = {(void*)"x", 1};
    const struct msghdr header = {
        .msg_name = &name, .msg_namelen = sizeof name, .msg_iov = &part, .msg_iovlen = 1};
    done += sendmsg(kNumber, &header, MSG_DONTWAIT) >= 0;
    received(ends[1]);
    hit += received(refused);
  }
  end(thread);
  printf("sends %d done %d hit %d\n", kTries, done, hit);
  return hit;
}

static int is_listening(int fd) {
  int listening = 0;
  socklen_t size = sizeof listening;
  getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size);
  return listening;
}

// Where guard narrows it (network.listen), no other machine reaches it.
static int is_kept_to_this_machine(int fd) {
  char name[16] = "";
  socklen_t size = sizeof name;
  getsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, name, &size);
  return strcmp(name, "lo") == 0;
}

static int flip_listens(void) {
  const int own = socket(AF_UNIX, SOCK_STREAM, 0);
  const UnixName name = unix_name("own.sock");
  if (bind(own, (const struct sockaddr*)&name.name, name.size) != 0) exit(2);
  int open_one = socket(AF_INET, SOCK_STREAM, 0);
  pthread_t thread;
  start(&thread, own, open_one);
  int hit = 0, done = 0;
  for (int i = 0; i < kTries; ++i) {
    done += listen(kNumber, 1) == 0;
    if (!is_listening(open_one)) continue;
    hit += !is_kept_to_this_machine(open_one);
    const int fresh = socket(AF_INET, SOCK_STREAM, 0);
    atomic_store(&pair[1], fresh);
    close(open_one);
    open_one = fresh;
  }
  end(thread);
  printf("listens %d done %d hit %d\n", kTries, done, hit);
  return hit;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  return flip_sends(argv[1]) + flip_listens() == 0 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// A thread swaps the address of a datagram between one that is free and one that is refused, while
// the send is judged. Prints how often something reached the refused one. Threats 17, 59.
#define _GNU_SOURCE
#include <stdio.h>

#include "../programs/sockets.h"
#include "flip.h"

// The first eight bytes of a sockaddr_in: family, port, address. One store changes all of them.
static uint64_t word_of(const struct sockaddr_in* name) {
  uint64_t word;
  memcpy(&word, name, sizeof word);
  return word;
}

static long send_one(int form, int fd, struct sockaddr_in* name) {
  struct iovec part = {(void*)"x", 1};
  struct mmsghdr header = {
      .msg_hdr = {
          .msg_name = name, .msg_namelen = sizeof *name, .msg_iov = &part, .msg_iovlen = 1}};
  if (form == 0) return sendto(fd, "x", 1, 0, (struct sockaddr*)name, sizeof *name);
  if (form == 1) return sendmsg(fd, &header.msg_hdr, 0);
  if (form == 2) return sendmmsg(fd, &header, 1, 0);
  const int connected = socket(AF_INET, SOCK_DGRAM, 0);
  const long sent = connect(connected, (struct sockaddr*)name, sizeof *name) == 0
                        ? send(connected, "x", 1, 0)
                        : -1;
  close(connected);
  return sent;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int free_one = udp_receiver(argv[1], 0);
  const int port = bound_port(free_one);
  const int refused = udp_receiver(argv[2], port);
  const struct sockaddr_in names[2] = {inet_name(argv[1], port), inet_name(argv[2], port)};
  static Flip flip;  // its first word is the head of a sockaddr_in; the kernel ignores the rest
  flip.texts[0] = word_of(&names[0]);
  flip.texts[1] = word_of(&names[1]);
  atomic_store(&flip.word, flip.texts[0]);
  const int fd = socket(AF_INET, SOCK_DGRAM, 0);
  pthread_t thread;
  if (flip_start(&flip, &thread) != 0) return 2;
  int hit = 0, done = 0;
  for (int form = 0; form < 4; ++form) {
    for (int i = 0; i < kTries; ++i) {
      done += send_one(form, fd, (struct sockaddr_in*)&flip.word) >= 0;
      received(free_one);
      hit += received(refused);
    }
  }
  flip_end(&flip, thread);
  printf("tries %d done %d hit %d\n", 4 * kTries, done, hit);
  return hit == 0 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// One datagram, or a connection's first bytes, by one of the ways of naming where they go.
#define _GNU_SOURCE
#include "report.h"
#include "sockets.h"

static const char kByte[] = "x";

static int udp(void) {
  return socket(AF_INET, SOCK_DGRAM, 0);
}
static int udp6(void) {
  return socket(AF_INET6, SOCK_DGRAM, 0);
}
static int tcp(void) {
  return socket(AF_INET, SOCK_STREAM, 0);
}

static long message(int fd, void* name, socklen_t size, int flags) {
  struct iovec part = {(void*)kByte, 1};
  const struct msghdr header = {
      .msg_name = name, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1};
  return sendmsg(fd, &header, flags);
}

static long messages(int fd, void* name, socklen_t size, int flags) {
  struct iovec part = {(void*)kByte, 1};
  struct mmsghdr headers[2] = {
      {.msg_hdr = {.msg_name = name, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1}}};
  headers[1] = headers[0];
  const long sent = sendmmsg(fd, headers, 2, flags);
  return sent == 2 && headers[0].msg_len == 1 && headers[1].msg_len == 1 ? sent : -1;
}

static long plain(int fd, void* name, socklen_t size, int flags) {
  return sendto(fd, kByte, 1, flags, name, size);
}

typedef long (*Send)(int, void*, socklen_t, int);
typedef struct {
  const char* name;
  int (*open)(void);
  Send send;
  sa_family_t family;
  int flags;
} Form;

static const Form kForms[] = {
    {"sendto", udp, plain, AF_INET, 0},
    {"sendmsg", udp, message, AF_INET, 0},
    {"sendmmsg", udp, messages, AF_INET, 0},
    {"sendto_unspec", udp, plain, AF_UNSPEC, 0},
    {"sendmsg_unspec", udp, message, AF_UNSPEC, 0},
    {"sendto_v4_on_v6", udp6, plain, AF_INET, 0},
    {"sendto_mapped", udp6, plain, AF_INET6, 0},
    {"sendmsg_mapped", udp6, message, AF_INET6, 0},
    {"fastopen_sendto", tcp, plain, AF_INET, MSG_FASTOPEN},
    {"fastopen_sendmsg", tcp, message, AF_INET, MSG_FASTOPEN},
    {"fastopen_sendmmsg", tcp, messages, AF_INET, MSG_FASTOPEN},
};

static int send_by(const Form* form, const char* address, int port) {
  const int fd = form->open();
  if (form->family == AF_INET6) {
    char mapped[64];
    snprintf(mapped, sizeof mapped, "::ffff:%s", address);
    struct sockaddr_in6 name = inet6_name(mapped, port);
    return report(form->name, form->send(fd, &name, sizeof name, form->flags));
  }
  struct sockaddr_in name = inet_name(address, port);
  name.sin_family = form->family;
  return report(form->name, form->send(fd, &name, sizeof name, form->flags));
}

int main(int argc, char** argv) {
  need_arguments(argc, 3, "send_form FORM|all ADDRESS PORT [threads]");
  if (argc > 4) have_a_sibling();
  int failed = 0;
  for (size_t i = 0; i < sizeof kForms / sizeof kForms[0]; ++i) {
    const int wanted = strcmp(argv[1], "all") == 0 || strcmp(argv[1], kForms[i].name) == 0;
    if (wanted) failed |= send_by(&kForms[i], argv[2], atoi(argv[3]));
  }
  return failed;
}

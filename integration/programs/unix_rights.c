// SPDX-License-Identifier: Apache-2.0
// Descriptors and credentials over Unix sockets, from sendmsg: what arrives, and whose name it
// bears.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "report.h"
#include "sockets.h"

typedef union {
  char bytes[256];
  struct cmsghdr align;
} Control;

static struct cmsghdr* put(struct msghdr* header, Control* control, int type, const void* data,
                           size_t size) {
  header->msg_control = control->bytes;
  header->msg_controllen = CMSG_SPACE(size);
  struct cmsghdr* made = CMSG_FIRSTHDR(header);
  made->cmsg_level = SOL_SOCKET;
  made->cmsg_type = type;
  made->cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(made), data, size);
  return made;
}

static void receive(const char* what, int fd) {
  char byte;
  Control control;
  struct iovec part = {&byte, 1};
  struct msghdr header = {.msg_iov = &part,
                          .msg_iovlen = 1,
                          .msg_control = control.bytes,
                          .msg_controllen = sizeof control};
  printf("%s: received %zd\n", what, recvmsg(fd, &header, MSG_DONTWAIT));
  for (struct cmsghdr* each = CMSG_FIRSTHDR(&header); each; each = CMSG_NXTHDR(&header, each)) {
    if (each->cmsg_type == SCM_CREDENTIALS) {
      struct ucred sender;
      memcpy(&sender, CMSG_DATA(each), sizeof sender);
      const int mine = sender.pid == getpid();
      printf("  ids %s, pid %s\n",
             sender.uid == getuid() && sender.gid == getgid() ? "mine" : "other",
             mine ? "mine" : "other");
    } else if (each->cmsg_type == SCM_RIGHTS) {
      int number;
      memcpy(&number, CMSG_DATA(each), sizeof number);
      struct stat status;
      printf("  a descriptor, %s\n", fstat(number, &status) == 0 ? "open" : "closed");
      if (write(number, "passed on", 9) == 9) puts("  written to");
      close(number);
    }
  }
}

static long give(int fd, const UnixName* name, int type, const void* data, size_t size) {
  Control control;
  struct iovec part = {(void*)"x", 1};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  if (name != NULL) {
    header.msg_name = (void*)&name->name;
    header.msg_namelen = name->size;
  }
  if (data != NULL) put(&header, &control, type, data, size);
  return sendmsg(fd, &header, MSG_DONTWAIT);
}

static void over(const char* what, int from, const UnixName* name, int to) {
  const int on = 1;
  setsockopt(to, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  printf("-- %s\n", what);
  const int file = open("passed", O_CREAT | O_RDWR | O_TRUNC, 0600);
  report("a descriptor", give(from, name, SCM_RIGHTS, &file, sizeof file));
  receive("descriptor", to);
  const int closed = 77;
  report("a closed one", give(from, name, SCM_RIGHTS, &closed, sizeof closed));
  struct ucred who = {getpid(), getuid(), getgid()};
  report("own credentials", give(from, name, SCM_CREDENTIALS, &who, sizeof who));
  receive("own", to);
  report("none said", give(from, name, 0, NULL, 0));
  receive("unsaid", to);
  if (getuid() != 0) {
    who.uid = 0;
    report("root's", give(from, name, SCM_CREDENTIALS, &who, sizeof who));
    who = (struct ucred){1, getuid(), getgid()};
    report("another's", give(from, name, SCM_CREDENTIALS, &who, sizeof who));
  }
}

int main(int argc, char** argv) {
  (void)argv;
  if (argc > 1) have_a_sibling();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 2;
  over("stream", ends[0], NULL, ends[1]);
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return 2;
  over("datagrams, a pair", ends[0], NULL, ends[1]);
  const int room = socket(AF_UNIX, SOCK_DGRAM, 0);
  const UnixName name = unix_name("room");
  if (bind(room, (const struct sockaddr*)&name.name, name.size) != 0) return 2;
  over("datagrams, by path", socket(AF_UNIX, SOCK_DGRAM, 0), &name, room);
  unlink("room");
  return 0;
}

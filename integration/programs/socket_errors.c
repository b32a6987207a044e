// SPDX-License-Identifier: Apache-2.0
// The kernel's answers to odd binds, listens, connects and sends: one line a call.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "report.h"
#include "sockets.h"

static volatile sig_atomic_t pipes;
static void on_pipe(int signal) {
  (void)signal;
  ++pipes;
}

static int made(int domain, int type) {
  return socket(domain, type, 0);
}
static void* bad(void) {
  return (void*)8;
}

static long send_to(int fd, const void* name, size_t size) {
  return sendto(fd, "x", 1, MSG_NOSIGNAL, name, (socklen_t)size);
}
static long send_header(int fd, const struct msghdr* header, int flags) {
  return sendmsg(fd, header, flags | MSG_NOSIGNAL);
}

static void descriptors(const struct sockaddr_in* here) {
  const int file = open("/dev/null", O_RDONLY);
  report("sendto no descriptor", send_to(99, here, sizeof *here));
  report("sendto no descriptor, bad address", send_to(99, bad(), sizeof *here));
  report("sendto a file", send_to(file, here, sizeof *here));
  report("sendmsg no descriptor", sendmsg(99, bad(), 0));
  report("sendmmsg a file", sendmmsg(file, bad(), 1, 0));
  report("bind no descriptor", bind(99, bad(), 16));
  report("bind a file", bind(file, (const struct sockaddr*)here, sizeof *here));
  report("listen a file", listen(file, 1));
  report("connect no descriptor", connect(99, bad(), 16));
  close(file);
}

static void addresses(const struct sockaddr_in* here) {
  const int udp = made(AF_INET, SOCK_DGRAM);
  struct sockaddr_in other = *here;
  report("udp without address", send_to(udp, NULL, 0));
  report("udp short address", send_to(udp, here, 8));
  report("udp no bytes of address", send_to(udp, here, 0));
  report("udp bad address", send_to(udp, bad(), sizeof *here));
  report("udp long address", send_to(udp, here, 200));
  other.sin_family = AF_UNIX;
  report("udp other family", send_to(udp, &other, sizeof other));
  other = *here;
  other.sin_port = 0;
  report("udp port zero", send_to(udp, &other, sizeof other));
  other = *here;
  inet_pton(AF_INET, "255.255.255.255", &other.sin_addr);
  const int tcp = made(AF_INET, SOCK_STREAM);
  report("tcp not connected", send_to(tcp, here, sizeof *here));
  struct sockaddr_in6 six = inet6_name("::1", ntohs(here->sin_port));
  report("udp v6 address", send_to(udp, &six, sizeof six));
  const int udp6 = made(AF_INET6, SOCK_DGRAM);
  six.sin6_family = AF_UNSPEC;
  report("udp6 unspecified", send_to(udp6, &six, sizeof six));
  report("udp6 short", send_to(udp6, &six, 20));
  close(udp);
  close(udp6);
  close(tcp);
}

static void messages(const struct sockaddr_in* here) {
  static char big[70000];
  static struct iovec many[1100];
  const int udp = made(AF_INET, SOCK_DGRAM);
  struct iovec part = {(void*)"x", 1};
  struct msghdr header = {
      .msg_name = (void*)here, .msg_namelen = sizeof *here, .msg_iov = &part, .msg_iovlen = 1};
  report("sendmsg", send_header(udp, &header, 0));
  report("sendmsg bad header", sendmsg(udp, bad(), 0));
  header.msg_namelen = (socklen_t)-1;
  report("negative length of the name", send_header(udp, &header, 0));
  header.msg_namelen = sizeof *here;
  header.msg_iov = bad();
  report("bad vector", send_header(udp, &header, 0));
  header.msg_iov = many;
  header.msg_iovlen = 1100;
  report("too many parts", send_header(udp, &header, 0));
  header.msg_iovlen = 1000;
  report("a thousand empty parts", send_header(udp, &header, 0));
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  part.iov_base = bad();
  report("bad bytes", send_header(udp, &header, 0));
  part.iov_base = big;
  part.iov_len = sizeof big;
  report("too long", send_header(udp, &header, 0));
  part.iov_len = 65507;
  report("as long as can be", send_header(udp, &header, 0));
  part.iov_len = 0;
  report("empty", send_header(udp, &header, 0));
  header.msg_control = bad();
  header.msg_controllen = 64;
  report("bad control", send_header(udp, &header, 0));
  header.msg_control = big;
  report("malformed control", send_header(udp, &header, 0));
  struct mmsghdr none;
  printf("sendmmsg of none: %d\n", sendmmsg(udp, &none, 0, 0));
  close(udp);
}

static void unix_streams(void) {
  int ends[2];
  const UnixName name = unix_name("missing");
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) exit(2);
  report("stream with address", send_to(ends[0], &name.name, name.size));
  const int lone = made(AF_UNIX, SOCK_STREAM);
  report("lone stream with address", send_to(lone, &name.name, name.size));
  report("lone stream", send_to(lone, NULL, 0));
  close(ends[1]);
  report("peer has gone", send_to(ends[0], &name.name, 0));
  struct iovec part = {(void*)"x", 1};
  const struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  signal(SIGPIPE, on_pipe);
  report("peer has gone, sendmsg", sendmsg(ends[0], &header, 0));
  // Below 5.19 guard raises it just after the call (docs/compatibility.md).
  const char* repeat = getenv("CALLS_REPEAT");
  for (int i = 0; i < 1000 && pipes == 0 && repeat != NULL && *repeat == 'y'; ++i) usleep(1000);
  printf("SIGPIPE: %d\n", (int)pipes);
  report("peer has gone, quiet", sendmsg(ends[0], &header, MSG_NOSIGNAL));
  printf("SIGPIPE: %d\n", (int)pipes);
  close(lone);
  close(ends[0]);
}

static void unix_datagrams(void) {
  const int fd = made(AF_UNIX, SOCK_DGRAM);
  const int room = made(AF_UNIX, SOCK_DGRAM);
  const UnixName here = unix_name("room");
  const UnixName missing = unix_name("missing");
  const UnixName nowhere = unix_name("nowhere/x");
  const UnixName file = unix_name("file");
  const UnixName name = unix_name("@guard-no-such-name");
  close(open("file", O_CREAT | O_WRONLY, 0600));
  report("bind", bind(room, (const struct sockaddr*)&here.name, here.size));
  report("to a path", send_to(fd, &here.name, here.size));
  report("to nothing", send_to(fd, &missing.name, missing.size));
  report("to no folder", send_to(fd, &nowhere.name, nowhere.size));
  report("to a file", send_to(fd, &file.name, file.size));
  report("to no abstract name", send_to(fd, &name.name, name.size));
  report("without address", send_to(fd, NULL, 0));
  report("too short", send_to(fd, &here.name, 2));
  report("other family", send_to(fd, &(struct sockaddr_in){.sin_family = AF_INET}, 16));
  for (int i = 0; i < 5000; ++i) {
    if (sendto(fd, "x", 1, MSG_DONTWAIT, (const struct sockaddr*)&here.name, here.size) < 0) break;
  }
  report("full", sendto(fd, "x", 1, MSG_DONTWAIT, (const struct sockaddr*)&here.name, here.size));
  close(room);
  report("to a closed one", send_to(fd, &here.name, here.size));
  report("connect to a closed one", connect(fd, (const struct sockaddr*)&here.name, here.size));
  report("connect to a file", connect(fd, (const struct sockaddr*)&file.name, file.size));
  unlink("room");
  close(fd);
}

static void binds(const struct sockaddr_in* here) {
  const UnixName path = unix_name("made");
  const UnixName nowhere = unix_name("nowhere/x");
  const UnixName slash = unix_name("folder/");
  struct stat status;
  umask(027);
  const int fd = made(AF_UNIX, SOCK_STREAM);
  report("bind a path", bind(fd, (const struct sockaddr*)&path.name, path.size));
  printf("mode %o\n", stat("made", &status) == 0 ? status.st_mode : 0);
  UnixName now = {.size = sizeof now.name};
  getsockname(fd, (struct sockaddr*)&now.name, &now.size);
  printf("name %s of %u\n", now.name.sun_path, (unsigned)now.size);
  report("bind again", bind(fd, (const struct sockaddr*)&nowhere.name, nowhere.size));
  const int other = made(AF_UNIX, SOCK_STREAM);
  report("bind what is there", bind(other, (const struct sockaddr*)&path.name, path.size));
  report("bind in no folder", bind(other, (const struct sockaddr*)&nowhere.name, nowhere.size));
  report("bind with a slash", bind(other, (const struct sockaddr*)&slash.name, slash.size));
  report("bind other family", bind(other, (const struct sockaddr*)here, sizeof *here));
  report("bind too long", bind(other, (const struct sockaddr*)&path.name, 200));
  report("bind bad address", bind(other, bad(), 20));
  report("bind a name of the kernel's", bind(other, (const struct sockaddr*)&path.name, 2));
  report("listen", listen(fd, 1));
  report("listen again", listen(fd, 5));
  const int tcp = made(AF_INET, SOCK_STREAM);
  struct sockaddr_in elsewhere = inet_name("192.0.2.9", 0);
  report("bind what is not here", bind(tcp, (struct sockaddr*)&elsewhere, sizeof elsewhere));
  report("bind a port that is taken", bind(tcp, (const struct sockaddr*)here, sizeof *here));
  report("bind a short address", bind(tcp, (const struct sockaddr*)here, 8));
  struct sockaddr_in any = inet_name("127.0.0.1", 0);
  any.sin_family = AF_UNSPEC;
  report("bind unspecified", bind(tcp, (struct sockaddr*)&any, sizeof any));
  any.sin_family = AF_INET;
  report("bind loopback", bind(tcp, (struct sockaddr*)&any, sizeof any));
  report("bind loopback again", bind(tcp, (struct sockaddr*)&any, sizeof any));
  report("listen on loopback", listen(tcp, 4));
  const int udp = made(AF_INET, SOCK_DGRAM);
  report("listen on datagrams", listen(udp, 4));
  report("connect, listening", connect(tcp, (const struct sockaddr*)here, sizeof *here));
  const struct sockaddr_in closed = inet_name("127.0.0.1", 1);
  const int again = made(AF_INET, SOCK_STREAM);
  report("connect to nobody", connect(again, (const struct sockaddr*)&closed, sizeof closed));
  report("connect to nobody again", connect(again, (const struct sockaddr*)&closed, sizeof closed));
  report("connect after that", connect(again, (const struct sockaddr*)here, sizeof *here));
  report("connect once more", connect(again, (const struct sockaddr*)here, sizeof *here));
  report("listen, connected", listen(again, 1));
  const int later = made(AF_INET, SOCK_STREAM);
  const struct sockaddr_in own = inet_name("127.0.0.1", 0);
  report("bind before", bind(later, (const struct sockaddr*)&own, sizeof own));
  report("connect, refused", connect(later, (const struct sockaddr*)&closed, sizeof closed));
  report("listen after that", listen(later, 1));
  unlink("made");
}

static void kinds(void) {
  report("sctp", socket(AF_INET, SOCK_STREAM, 132));
  report("seqpacket", socket(AF_INET, SOCK_SEQPACKET, 0));
  report("no such family", socket(77, SOCK_STREAM, 0));
  report("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
  report("unix raw", socket(AF_UNIX, SOCK_RAW, 0));
  report("pair of inet", socketpair(AF_INET, SOCK_STREAM, 0, (int[2]){0, 0}));
}

int main(int argc, char** argv) {
  (void)argv;
  if (argc > 1) have_a_sibling();
  const int taken = made(AF_INET, SOCK_STREAM);
  struct sockaddr_in here = inet_name("127.0.0.1", 0);
  if (bind(taken, (struct sockaddr*)&here, sizeof here) != 0 || listen(taken, 4) != 0) return 2;
  here = inet_name("127.0.0.1", bound_port(taken));
  const int receiver = udp_receiver("127.0.0.1", ntohs(here.sin_port));
  descriptors(&here);
  addresses(&here);
  messages(&here);
  unix_streams();
  unix_datagrams();
  binds(&here);
  kinds();
  printf("datagrams that came: %d\n", received(receiver));
  return 0;
}

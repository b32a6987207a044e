// SPDX-License-Identifier: Apache-2.0
// Servers and clients of one tree: by path, by abstract name, by a name of the kernel's choice; who
// the other side is told to be; a datagram's way back to the name it came from.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/wait.h>

#include "report.h"
#include "sockets.h"

static void tell_peer(const char* what, int fd) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) exit(2);
  printf("%s: ids %s\n", what, peer.uid == getuid() && peer.gid == getgid() ? "mine" : "other");
}

static void streams(const char* path, int type) {
  const UnixName name = unix_name(path);
  const int door = socket(AF_UNIX, type, 0);
  report("bind", bind(door, (const struct sockaddr*)&name.name, name.size));
  report("listen", listen(door, 4));
  const int guest = socket(AF_UNIX, type, 0);
  report("connect", connect(guest, (const struct sockaddr*)&name.name, name.size));
  const int host = accept(door, NULL, NULL);
  tell_peer("the server sees", host);
  tell_peer("the client sees", guest);
  report("send", send(guest, "x", 1, 0));
  char byte;
  printf("read: %zd\n", read(host, &byte, 1));
  UnixName peer = {.size = sizeof peer.name};
  getpeername(guest, (struct sockaddr*)&peer.name, &peer.size);
  printf("the client's peer is %s\n", path[0] == '@' ? "abstract" : peer.name.sun_path);
  close(guest);
  close(host);
  close(door);
  if (path[0] != '@') unlink(path);
}

static void datagrams(const char* there, const char* back) {
  const UnixName server = unix_name(there);
  const UnixName client = unix_name(back);
  const int room = socket(AF_UNIX, SOCK_DGRAM, 0);
  const int from = socket(AF_UNIX, SOCK_DGRAM, 0);
  report("bind", bind(room, (const struct sockaddr*)&server.name, server.size));
  report("bind", back[0] == '\0' ? bind(from, (const struct sockaddr*)&client.name, 2)
                                 : bind(from, (const struct sockaddr*)&client.name, client.size));
  report("sendto", sendto(from, "x", 1, 0, (const struct sockaddr*)&server.name, server.size));
  char byte;
  UnixName source = {.size = sizeof source.name};
  printf("got %zd\n", recvfrom(room, &byte, 1, 0, (struct sockaddr*)&source.name, &source.size));
  report("answer", sendto(room, "y", 1, 0, (const struct sockaddr*)&source.name, source.size));
  printf("got %zd\n", recv(from, &byte, 1, MSG_DONTWAIT));
  report("connect", connect(from, (const struct sockaddr*)&server.name, server.size));
  report("send", send(from, "z", 1, 0));
  close(room);
  close(from);
  if (there[0] != '@') unlink(there);
  if (back[0] != '@' && back[0] != '\0') unlink(back);
}

int main(int argc, char** argv) {
  (void)argv;
  if (argc > 1) have_a_sibling();
  char abstract[64];
  snprintf(abstract, sizeof abstract, "@guard-case-%d", (int)getppid());
  streams("door.sock", SOCK_STREAM);
  streams("./door.sock", SOCK_SEQPACKET);
  streams(abstract, SOCK_STREAM);
  datagrams("room.sock", "way-back.sock");
  datagrams(abstract, "");
  return 0;
}

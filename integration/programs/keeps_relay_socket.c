// SPDX-License-Identifier: Apache-2.0
// keeps_relay_socket steal|forge|flood COMMAND...: execs COMMAND, while a process that shares its
// descriptors looks for the socket that guard puts there, and takes the greeting from it, says
// hello in the relay's place, or floods guard with words.
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../base/process/relay_wire.h"

static int is_relays(int fd) {
  int type = 0;
  socklen_t size = sizeof type;
  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

static void say(int fd, uint32_t kind, int value) {
  struct RelayMessage message = {kind, value, ~UINT64_C(0)};
  (void)!write(fd, &message, sizeof message);
}

static void meddle(const char* how, int fd) {
  struct RelayMessage message;
  if (how[0] == 's') (void)!read(fd, &message, sizeof message);
  if (how[1] == 'o') say(fd, kRelayHello, 0);
  for (int i = 0; how[1] == 'l' && i < 20000; ++i) say(fd, i % 2 ? kRelaySignal : 77, i % 99);
}

static void watch(const char* how) {
  for (time_t end = time(NULL) + 5; time(NULL) < end;)
    for (int fd = 3; fd < 16; ++fd)
      if (is_relays(fd)) return meddle(how, fd);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const long child = syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
  if (child < 0) return 3;
  if (child == 0) {
    watch(argv[1]);
    _exit(0);
  }
  const struct timespec pause = {0, 200000000};
  nanosleep(&pause, NULL);
  execvp(argv[2], argv + 2);
  return 126;
}

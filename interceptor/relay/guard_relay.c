/* SPDX-License-Identifier: Apache-2.0
 * guard_relay stands in the tree for a command that runs outside of it (docs/rights.md): sudo and
 * its kin, once somebody has approved them. It runs in the place of the program that was called,
 * with its argv, and passes signals, stops and the end on. It holds no right of its own: whatever
 * it says, guard carries out what was approved and nothing else.
 *
 * Statically linked, no dynamic loader: the caller's environment decides nothing in it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interceptor/relay/relay_wire.h"

enum { kCannotRun = 126, kMostDescriptors = 1 << 20 };

static int is_greeted(int fd) {
  int type = 0;
  socklen_t size = sizeof type;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_SEQPACKET) return 0;
  struct RelayMessage message;
  const ssize_t got = recv(fd, &message, sizeof message, MSG_PEEK | MSG_DONTWAIT);
  if (got != (ssize_t)sizeof message || message.kind != kRelayGreeting) return 0;
  return read(fd, &message, sizeof message) == (ssize_t)sizeof message;
}

static int find_socket(void) {
  struct rlimit limit = {0, 0};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int end = limit.rlim_cur < kMostDescriptors ? (int)limit.rlim_cur : kMostDescriptors;
  for (int fd = STDERR_FILENO + 1; fd < end; ++fd)
    if (is_greeted(fd)) return fd;
  return -1;
}

static uint64_t ignored_signals(void) {
  uint64_t bits = 0;
  for (int number = 1; number < 64; ++number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
      bits |= UINT64_C(1) << (number - 1);
  }
  return bits;
}

static int say(int socket, uint32_t kind, int value, uint64_t bits) {
  struct RelayMessage message;
  memset(&message, 0, sizeof message);
  message.kind = kind;
  message.value = value;
  message.bits = bits;
  return write(socket, &message, sizeof message) == (ssize_t)sizeof message;
}

static void end_by_signal(int number) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  _exit(128 + number);
}

/* False: nobody is there any more. */
static int take_word(int socket) {
  struct RelayMessage message;
  const ssize_t got = read(socket, &message, sizeof message);
  if (got < 0 && errno == EINTR) return 1;
  if (got != (ssize_t)sizeof message) return 0;
  if (message.kind == kRelayExited) _exit(message.value);
  if (message.kind == kRelayKilled) end_by_signal(message.value);
  if (message.kind == kRelayStopped) raise(SIGSTOP);
  return 1;
}

static int pass_signal(int signals, int socket) {
  struct signalfd_siginfo info;
  if (read(signals, &info, sizeof info) != (ssize_t)sizeof info) return errno == EINTR;
  return info.ssi_signo == SIGCHLD || say(socket, kRelaySignal, (int)info.ssi_signo, 0);
}

static void relay(int signals, int socket) {
  struct pollfd ready[] = {{socket, POLLIN, 0}, {signals, POLLIN, 0}};
  for (int there = 1; there;) {
    if (poll(ready, 2, -1) < 0 && errno != EINTR) return;
    if (ready[0].revents) there = take_word(socket);
    if (there && ready[1].revents) there = pass_signal(signals, socket);
  }
}

int main(void) {
  const int socket = find_socket();
  const uint64_t ignored = ignored_signals();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  const int signals = signalfd(-1, &all, SFD_CLOEXEC);
  const mode_t mask = umask(0);
  umask(mask);
  if (socket >= 0 && signals >= 0 && say(socket, kRelayHello, (int)mask, ignored))
    relay(signals, socket);
  static const char lost[] =
      "guard: what runs this command outside has ended; its status is unknown\n";
  if (write(STDERR_FILENO, lost, sizeof lost - 1) < 0) return kCannotRun;
  return kCannotRun;
}

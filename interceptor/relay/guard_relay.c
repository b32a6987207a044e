/* SPDX-License-Identifier: Apache-2.0
 * guard_relay stands in the tree for a command that runs outside of it (docs/rights.md): sudo and
 * its kin, once somebody has approved them. It runs in the place of the program that was called,
 * with its argv, and passes signals, stops, what is typed and written on its terminal, and the end
 * on. It holds no right of its own: whatever it says, guard carries out what was approved and
 * nothing else.
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

#include "base/process/relay_wire.h"
#include "interceptor/relay/relay_terminal.h"

enum { kCannotRun = 126, kMostDescriptors = 1 << 20 };
enum { kLook = 250 }; /* ms between two looks whether the job was brought to the front */

struct Relay {
  int socket;
  int signals;
  struct OwnTerminal terminal;
};

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
  /* Where the caller has closed some of them, it was put there. */
  for (int fd = 0; fd <= STDERR_FILENO; ++fd)
    if (is_greeted(fd)) return above_streams(fd);
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

/* COUNT bytes of BODY follow. A socket that is full waits: a command that is busy takes no key. */
static int say_more(int socket, struct RelayMessage head, const void* body, size_t count) {
  struct RelayPacket packet;
  packet.head = head;
  memcpy(&packet.body, body, count);
  const size_t size = sizeof head + count;
  return write(socket, &packet, size) == (ssize_t)size;
}

static int say(int socket, uint32_t kind, int value, uint64_t bits) {
  const struct RelayMessage message = {kind, value, bits};
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

/* A key that is a signal reaches the whole job, as a key of its own terminal does. */
static void share(const struct Relay* relay, int number) {
  if (relay->terminal.is_raw) kill(0, number);
}

static void stop(struct Relay* relay, int number) {
  const int shared = relay->terminal.is_raw;
  terminal_give_back(&relay->terminal);
  if (shared && number != SIGSTOP) kill(0, number);
  raise(SIGSTOP);
}

/* Where the job's terminal is raw, a line needs its return. */
static int tell(const char* line, size_t count) {
  return write(STDERR_FILENO, line, count) == (ssize_t)count;
}

static int tell_unasked(void) {
  static const char line[] =
      "\r\nguard: nobody can be asked for this password: the terminal of guard run takes no more "
      "questions\r\n";
  (void)tell(line, sizeof line - 1);
  return 1;
}

static int obey(struct Relay* relay, const struct RelayPacket* packet, size_t size) {
  const int value = packet->head.value;
  switch (packet->head.kind) {
    case kRelayUnasked:
      return tell_unasked();
    case kRelayBytes:
      terminal_show(&relay->terminal, packet->body.bytes, size - sizeof packet->head);
      return 1;
    case kRelayTyped:
      share(relay, value);
      return 1;
    case kRelayStopped:
      stop(relay, value);
      return 1;
    case kRelayExited:
      terminal_give_back(&relay->terminal);
      _exit(value);
    case kRelayKilled:
      terminal_give_back(&relay->terminal);
      end_by_signal(value);
      return 0;
    default:
      return packet->head.kind != kRelayFailed;
  }
}

/* 0: nobody is there any more. */
static int take_word(struct Relay* relay) {
  struct RelayPacket packet;
  const ssize_t got = read(relay->socket, &packet, sizeof packet);
  if (got < 0 && errno == EINTR) return 1;
  if (got < (ssize_t)sizeof packet.head) return 0;
  return obey(relay, &packet, (size_t)got);
}

static int say_size(const struct Relay* relay) {
  struct RelayTerminal facts;
  memset(&facts, 0, sizeof facts);
  facts.size = terminal_size(&relay->terminal);
  const struct RelayMessage head = {kRelayWindow, 0, 0};
  return say_more(relay->socket, head, &facts, sizeof facts);
}

static int pass_signal(const struct Relay* relay) {
  struct signalfd_siginfo info;
  if (read(relay->signals, &info, sizeof info) != (ssize_t)sizeof info) return errno == EINTR;
  const int number = (int)info.ssi_signo;
  if (info.ssi_code == SI_USER && info.ssi_pid == (uint32_t)getpid()) return 1; /* shared */
  if (number == SIGWINCH && relay->terminal.fd >= 0) return say_size(relay);
  return number == SIGCHLD || say(relay->socket, kRelaySignal, number, 0);
}

static int pass_keys(struct Relay* relay) {
  char keys[kRelayMostBytes];
  const ssize_t got = read(relay->terminal.fd, keys, sizeof keys);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 1;
  relay->terminal.ended = got <= 0;
  const struct RelayMessage head = {kRelayBytes, (int)got, 0};
  return got <= 0 || say_more(relay->socket, head, keys, (size_t)got);
}

static void run(struct Relay* relay) {
  for (int there = 1; there;) {
    const int keys = terminal_follow(&relay->terminal);
    struct pollfd ready[] = {{relay->socket, POLLIN, 0},
                             {relay->signals, POLLIN, 0},
                             {keys ? relay->terminal.fd : -1, POLLIN, 0}};
    const int looks = relay->terminal.fd >= 0 && !relay->terminal.ended && !keys;
    if (poll(ready, 3, looks ? kLook : -1) < 0 && errno != EINTR) return;
    if (ready[0].revents) there = take_word(relay);
    if (there && ready[1].revents) there = pass_signal(relay);
    if (there && ready[2].revents) there = pass_keys(relay);
  }
}

static int greet(struct Relay* relay, uint64_t ignored) {
  const mode_t mask = umask(0);
  umask(mask);
  if (!say(relay->socket, kRelayHello, (int)mask, ignored)) return 0;
  struct RelayTerminal facts;
  const int has_terminal = terminal_open(&relay->terminal, &facts);
  const struct RelayMessage head = {kRelayTerminal, has_terminal, relay->terminal.streams};
  return say_more(relay->socket, head, &facts, sizeof facts);
}

int main(void) {
  struct Relay relay;
  relay.socket = find_socket();
  const uint64_t ignored = ignored_signals();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  relay.signals = above_streams(signalfd(-1, &all, SFD_CLOEXEC));
  relay.terminal.fd = -1;
  relay.terminal.is_raw = 0;
  if (relay.socket >= 0 && relay.signals >= 0 && greet(&relay, ignored)) run(&relay);
  terminal_give_back(&relay.terminal);
  static const char lost[] =
      "guard: what runs this command outside has ended; its status is unknown\n";
  (void)tell(lost, sizeof lost - 1);
  return kCannotRun;
}

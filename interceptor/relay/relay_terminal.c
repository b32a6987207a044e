/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "interceptor/relay/relay_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { kStreams = 3 };

int above_streams(int fd) {
  if (fd < 0 || fd >= kStreams) return fd;
  const int away = fcntl(fd, F_DUPFD_CLOEXEC, kStreams);
  close(fd);
  return away;
}

/* The streams that are the controlling terminal: any other terminal has no session of ours. */
static uint64_t streams_on_terminal(void) {
  uint64_t streams = 0;
  const pid_t session = getsid(0);
  for (int fd = 0; fd < kStreams; ++fd)
    if (tcgetsid(fd) == session) streams |= UINT64_C(1) << fd;
  return streams;
}

int terminal_open(struct OwnTerminal* terminal, struct RelayTerminal* facts) {
  memset(terminal, 0, sizeof *terminal);
  memset(facts, 0, sizeof *facts);
  terminal->fd = -1;
  const int fd = above_streams(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (fd < 0 || tcgetattr(fd, &facts->settings) != 0) return 0;
  (void)ioctl(fd, TIOCGWINSZ, &facts->size);
  terminal->streams = streams_on_terminal();
  if (terminal->streams != 0) terminal->fd = fd;
  return 1;
}

struct winsize terminal_size(const struct OwnTerminal* terminal) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  (void)ioctl(terminal->fd, TIOCGWINSZ, &size);
  return size;
}

/* Other programs of the job write lines where a stream of ours goes elsewhere: "\n" stays one. */
static struct termios raw_settings(const struct OwnTerminal* terminal) {
  struct termios raw = terminal->settings;
  const tcflag_t output = raw.c_oflag;
  cfmakeraw(&raw);
  if (terminal->streams != 7) raw.c_oflag = output;
  return raw;
}

int terminal_follow(struct OwnTerminal* terminal) {
  if (terminal->fd < 0 || terminal->ended) return 0;
  if (tcgetpgrp(terminal->fd) != getpgrp()) {
    terminal->is_raw = 0; /* whoever is in front has set it */
    return 0;
  }
  if (terminal->is_raw) return 1;
  if (tcgetattr(terminal->fd, &terminal->settings) != 0) return 0;
  const struct termios raw = raw_settings(terminal);
  terminal->is_raw = tcsetattr(terminal->fd, TCSADRAIN, &raw) == 0;
  return terminal->is_raw;
}

void terminal_give_back(struct OwnTerminal* terminal) {
  if (terminal->is_raw && tcgetpgrp(terminal->fd) == getpgrp())
    (void)tcsetattr(terminal->fd, TCSADRAIN, &terminal->settings);
  terminal->is_raw = 0;
}

void terminal_show(const struct OwnTerminal* terminal, const char* bytes, size_t count) {
  while (terminal->fd >= 0 && count > 0) {
    const ssize_t written = write(terminal->fd, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
      continue;
    }
    struct pollfd ready = {terminal->fd, POLLOUT, 0};
    if (written < 0 && errno != EAGAIN && errno != EINTR) return;
    if (poll(&ready, 1, -1) < 0 && errno != EINTR) return;
  }
}

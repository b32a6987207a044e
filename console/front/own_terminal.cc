// SPDX-License-Identifier: Apache-2.0
#include "console/front/own_terminal.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace guard::console {
namespace {

constexpr unsigned kMasterPlace = 0;
constexpr unsigned kOutputPlace = 1;

void write_all(int fd, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(fd, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the terminal has gone: the rest is dropped
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

// Only async-signal-safe calls: the front may have had threads when it forked.
[[noreturn]] void relay_until_hang_up(int master, int output) {
  ::dup2(master, 3);
  ::dup2(output, 4);
  ::dup2(3, kMasterPlace);
  ::dup2(4, kOutputPlace);
  ::syscall(SYS_close_range, 2U, ~0U, 0U);
  for (const int signal : {SIGTTOU, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGPIPE})
    std::signal(signal, SIG_IGN);
  ::fcntl(kMasterPlace, F_SETFL, 0);
  ::fcntl(kOutputPlace, F_SETFL, 0);
  std::array<char, 4096> chunk;
  for (;;) {
    const ssize_t got = ::read(kMasterPlace, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) ::_exit(0);
    write_all(kOutputPlace, chunk.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

Result<std::unique_ptr<OwnTerminal>> OwnTerminal::open(PtyPair pty, const TerminalEnds& ends) {
  auto input = reopen_terminal(ends.input);
  if (!input) return forward(input.error());
  auto output = reopen_terminal(ends.output);
  if (!output) return forward(output.error());
  std::unique_ptr<OwnTerminal> terminal(
      new OwnTerminal(std::move(pty), std::move(*input), std::move(*output), ends.whole));
  terminal->follow_job();
  return terminal;
}

OwnTerminal::OwnTerminal(PtyPair pty, UniqueFd input, UniqueFd output, bool whole)
    : slave_(std::move(pty.slave)),
      relay_(std::move(pty.master), std::move(input), std::move(output)),
      mode_(relay_.input()),
      unreadable_(relay_.input()),
      lock_(relay_.input()),
      whole_(whole) {}

void OwnTerminal::follow_job() {
  const bool has_terminal = mode_.foreground();
  if (!has_terminal) lock_.give_back();
  foreground_ = has_terminal && lock_.take();
  if (!foreground_) return;
  follow_output();
  // A terminal that cannot be set (it has hung up) ends the input by itself.
  [[maybe_unused]] const auto raw = mode_.enter_raw();
  keeps_others_out_ = unreadable_.hold();
  pass_size();
}

bool OwnTerminal::is_lost() const {
  termios state{};
  return ::tcgetattr(relay_.input(), &state) != 0;
}

// The signal alone is not enough: a shell at its prompt notes it and heeds it at the next key, and
// whoever ignores it waits for that key as well.
int OwnTerminal::hang_up_foreground() {
  const int group = foreground_group();
  // None is 0 or -1; what kill makes of those and of 1 is far from meant.
  const bool told = group > 1 && ::kill(-group, SIGHUP) == 0;
  relay_.hang_up();
  return told ? group : 0;
}

int OwnTerminal::foreground_group() const {
  return ::tcgetpgrp(relay_.master());
}

void OwnTerminal::follow_output() {
  if (!whole_) mode_.show_lines(relay_.writes_lines());
}

void OwnTerminal::pass_size() {
  relay_.set_size(size_of(relay_.output()));
}

void leave_output_relay(int master, int output) {
  if (::fork() == 0) relay_until_hang_up(master, output);
}

}  // namespace guard::console

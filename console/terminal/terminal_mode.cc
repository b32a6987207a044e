// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/terminal_mode.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace guard::console {
namespace {

bool are_same(const termios& a, const termios& b) {
  return a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag && a.c_cflag == b.c_cflag &&
         a.c_lflag == b.c_lflag && a.c_line == b.c_line &&
         std::memcmp(a.c_cc, b.c_cc, sizeof(a.c_cc)) == 0;
}

}  // namespace

bool TerminalMode::foreground() const {
  const pid_t group = ::tcgetpgrp(fd_);
  return group < 0 ? errno == ENOTTY : group == ::getpgrp();
}

Result<void> TerminalMode::enter_raw() {
  auto settings = settings_of(fd_);
  if (!settings) return forward(settings.error());
  // Still raw. Otherwise a shell took the terminal while guard was stopped without warning
  // (SIGSTOP).
  if (raw_ && (settings->c_lflag & (ICANON | ISIG | ECHO)) == 0) return {};
  saved_ = *settings;
  termios raw = saved_;
  ::cfmakeraw(&raw);
  if (lines_) raw.c_oflag = saved_.c_oflag;
  // Now, not drained: a terminal that is stopped with Ctrl-S must not hold up the start.
  if (::tcsetattr(fd_, TCSANOW, &raw) != 0) return fail_errno("set the terminal raw");
  if (::tcgetattr(fd_, &set_) != 0) set_ = raw;
  raw_ = true;
  return {};
}

void TerminalMode::show_lines(bool lines) {
  if (lines_ == lines) return;
  lines_ = lines;
  if (!raw_ || !foreground()) return;
  termios now = set_;
  now.c_oflag = lines ? saved_.c_oflag : saved_.c_oflag & ~static_cast<tcflag_t>(OPOST);
  if (::tcsetattr(fd_, TCSANOW, &now) != 0 || ::tcgetattr(fd_, &set_) != 0) set_ = now;
}

bool TerminalMode::mend() {
  termios now{};
  if (!raw_ || !foreground() || ::tcgetattr(fd_, &now) != 0 || are_same(now, set_)) return false;
  (void)::tcsetattr(fd_, TCSANOW, &set_);
  return true;
}

void TerminalMode::restore() {
  if (!raw_) return;
  raw_ = false;
  if (foreground()) ::tcsetattr(fd_, TCSANOW, &saved_);
}

Result<termios> settings_of(int terminal) {
  termios settings{};
  if (::tcgetattr(terminal, &settings) != 0) return fail_errno("read the terminal's settings");
  return settings;
}

winsize size_of(int terminal) {
  winsize size{};
  if (::ioctl(terminal, TIOCGWINSZ, &size) != 0) size = {};
  if (size.ws_row == 0) size.ws_row = 24;
  if (size.ws_col == 0) size.ws_col = 80;
  return size;
}

Result<UniqueFd> reopen_terminal(int terminal) {
  const std::string path = "/proc/self/fd/" + std::to_string(terminal);
  UniqueFd own{::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)};
  if (own.valid()) return own;
  // A terminal that belongs to another user (su): the shared one has to do, and may block.
  own.reset(::fcntl(terminal, F_DUPFD_CLOEXEC, 3));
  if (!own.valid()) return fail_errno("open the terminal");
  return own;
}

}  // namespace guard::console

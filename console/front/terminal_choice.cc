// SPDX-License-Identifier: Apache-2.0
#include "console/front/terminal_choice.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <utility>

#include "console/terminal/terminal_lock.h"
#include "console/terminal/terminal_mode.h"

namespace guard::console {
namespace {

// Nothing reads it while CMD runs: a file, or /dev/null.
bool ends_there(int stream) {
  struct stat status {};
  return ::fstat(stream, &status) == 0 && (S_ISREG(status.st_mode) || S_ISCHR(status.st_mode));
}

// The controlling terminal by its own name: /dev/tty is a name for all of them, whose rights are
// everybody's. TIOCGDEV (tty_ioctl(2), 2.6.35) tells the device behind it.
UniqueFd own_controlling_terminal() {
  const UniqueFd any(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  unsigned device = 0;
  if (!any.valid() || ::ioctl(any.get(), TIOCGDEV, &device) != 0) return {};
  constexpr unsigned kFirstPty = 136;  // majors 136 to 143 (devices.txt)
  constexpr unsigned kLastPty = 143;
  constexpr unsigned kConsole = 4;
  constexpr unsigned kOfOneMajor = 256;
  const unsigned kind = major(device);
  std::string name;
  if (kind == kConsole) name = "/dev/tty" + std::to_string(minor(device));
  if (kind >= kFirstPty && kind <= kLastPty)
    name = "/dev/pts/" + std::to_string((kind - kFirstPty) * kOfOneMajor + minor(device));
  UniqueFd own(name.empty() ? -1 : ::open(name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  const bool is_it = own.valid() && ::fstat(own.get(), &status) == 0 && status.st_rdev == device;
  return is_it ? std::move(own) : UniqueFd();
}

// nohup: the job goes on without the terminal, and must not end with it.
bool outlives_the_terminal() {
  struct sigaction now {};
  return ::sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

// The ends of the terminal that questions need. OPENED: the terminal itself, where no stream is
// one.
std::optional<TerminalEnds> ends_of_streams(bool asks, UniqueFd& opened) {
  const bool reads = ::isatty(STDIN_FILENO) == 1;
  const bool writes = ::isatty(STDOUT_FILENO) == 1;
  if (reads && writes) return TerminalEnds{STDIN_FILENO, STDOUT_FILENO, true};
  if (!asks || outlives_the_terminal() || (!writes && !ends_there(STDOUT_FILENO)))
    return std::nullopt;
  if (!reads && !writes) opened = own_controlling_terminal();
  const int terminal = reads ? STDIN_FILENO : writes ? STDOUT_FILENO : opened.get();
  // A terminal of another session: nobody types there for this job.
  if (terminal < 0 || ::tcgetpgrp(terminal) < 0) return std::nullopt;
  return TerminalEnds{terminal, terminal, false};
}

}  // namespace

Result<std::optional<TerminalChoice>> choose_terminal(bool asks) {
  UniqueFd opened;
  const auto ends = ends_of_streams(asks, opened);
  if (!ends || is_locked_by_group(ends->output)) return std::nullopt;
  const auto settings = settings_of(ends->input);
  if (!settings) return forward(settings.error());
  auto pty = open_pty(*settings, size_of(ends->output));
  if (!pty) return forward(pty.error());
  return std::optional(TerminalChoice{std::move(*pty), *ends, std::move(opened)});
}

}  // namespace guard::console

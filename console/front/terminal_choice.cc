// SPDX-License-Identifier: Apache-2.0
#include "console/front/terminal_choice.h"

#include <sys/stat.h>
#include <unistd.h>

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

std::optional<TerminalEnds> ends_of_streams(bool asks) {
  const bool reads = ::isatty(STDIN_FILENO) == 1;
  const bool writes = ::isatty(STDOUT_FILENO) == 1;
  if (reads && writes) return TerminalEnds{STDIN_FILENO, STDOUT_FILENO, true};
  if (!asks || (!reads && !writes)) return std::nullopt;
  if (reads && !ends_there(STDOUT_FILENO)) return std::nullopt;
  const int terminal = reads ? STDIN_FILENO : STDOUT_FILENO;
  // Of another session: nobody types there for this job.
  if (::tcgetpgrp(terminal) < 0) return std::nullopt;
  return TerminalEnds{terminal, terminal, false};
}

}  // namespace

Result<std::optional<TerminalChoice>> choose_terminal(bool asks) {
  const auto ends = ends_of_streams(asks);
  if (!ends || is_locked_by_group(ends->output)) return std::nullopt;
  const auto settings = settings_of(ends->input);
  if (!settings) return forward(settings.error());
  auto pty = open_pty(*settings, size_of(ends->output));
  if (!pty) return forward(pty.error());
  return std::optional(TerminalChoice{std::move(*pty), *ends});
}

}  // namespace guard::console

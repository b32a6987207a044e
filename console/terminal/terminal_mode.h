// SPDX-License-Identifier: Apache-2.0
// TerminalMode: the real terminal's line settings. Raw while guard relays, and back again on every
// way out: the destructor restores. Touches the terminal only in the foreground, because a change
// from the background would stop guard (SIGTTOU). Lives on the front's thread.
#ifndef GUARD_CONSOLE_TERMINAL_TERMINAL_MODE_H_
#define GUARD_CONSOLE_TERMINAL_TERMINAL_MODE_H_

#include <sys/ioctl.h>
#include <termios.h>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::console {

class TerminalMode {
 public:
  // `fd` must outlive this.
  explicit TerminalMode(int fd) : fd_(fd) {}
  ~TerminalMode() { restore(); }
  TerminalMode(const TerminalMode&) = delete;
  TerminalMode& operator=(const TerminalMode&) = delete;

  // Whether this process's group has the terminal; also true where there is no job control.
  [[nodiscard]] bool foreground() const;
  // Remembers the settings of now, which a shell may have changed since the last time.
  Result<void> enter_raw();
  // Raw, what is written is shown byte for byte unless it is written in LINES: then "\n" begins a
  // line, for others who write to this terminal too.
  void show_lines(bool lines);
  void restore();
  // True when another program changed the settings that we made; they are made anew. Whatever was
  // typed meanwhile may not be what somebody pressed.
  [[nodiscard]] bool mend();
  [[nodiscard]] bool raw() const { return raw_; }

 private:
  int fd_;
  bool raw_ = false;
  bool lines_ = false;
  termios saved_{};
  termios set_{};  // as the kernel took them
};

[[nodiscard]] Result<termios> settings_of(int terminal);
[[nodiscard]] winsize size_of(int terminal);  // 24x80 where it does not say
// The same terminal under an open file of our own: O_NONBLOCK on a shared one would reach the
// shell.
[[nodiscard]] Result<UniqueFd> reopen_terminal(int terminal);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_TERMINAL_MODE_H_

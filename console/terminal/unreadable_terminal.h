// SPDX-License-Identifier: Apache-2.0
// UnreadableTerminal: takes the right to read from the person's terminal while guard asks there.
// Otherwise any program of the same user could open it by its name (/dev/pts/N) for reading, take
// keys away, and choose which of them reach guard. /dev/tty and open descriptors go on working:
// they do not look at these rights (tty_open, drivers/tty/tty_io.c). Root is not held by rights.
// The destructor gives the rights back; so does the ward when guard is killed. One thread.
#ifndef GUARD_CONSOLE_TERMINAL_UNREADABLE_TERMINAL_H_
#define GUARD_CONSOLE_TERMINAL_UNREADABLE_TERMINAL_H_

#include <sys/types.h>

#include <optional>

namespace guard::console {

class UnreadableTerminal {
 public:
  // `fd` must outlive this. Nothing happens before hold().
  explicit UnreadableTerminal(int fd) : fd_(fd) {}
  ~UnreadableTerminal() { give_back(); }
  UnreadableTerminal(const UnreadableTerminal&) = delete;
  UnreadableTerminal& operator=(const UnreadableTerminal&) = delete;

  // Also again: somebody may have given the rights back. A terminal of another user stays as it is:
  // programs of this user cannot open it either. False: the rights could not be taken.
  [[nodiscard]] bool hold();
  // Only what is still as hold() left it.
  void give_back();

 private:
  int fd_;
  std::optional<mode_t> before_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_UNREADABLE_TERMINAL_H_

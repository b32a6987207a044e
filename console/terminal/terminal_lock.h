// SPDX-License-Identifier: Apache-2.0
// TerminalLock: two guards of one job (`make -j`, `xargs -P`) must not both read the person's keys
// and set the terminal's mode. A record lock (fcntl(2), F_SETLK) of the process: no child gets it,
// it goes with the process, and it names its holder. Whoever holds it in another process group is
// not in the foreground, for that group has the terminal alone: it is no hindrance. Lives on the
// front's thread.
#ifndef GUARD_CONSOLE_TERMINAL_TERMINAL_LOCK_H_
#define GUARD_CONSOLE_TERMINAL_TERMINAL_LOCK_H_

namespace guard::console {

class TerminalLock {
 public:
  // `terminal` is open for writing and must outlive this. The kernel drops the lock when the
  // process closes any descriptor of this terminal.
  explicit TerminalLock(int terminal) : terminal_(terminal) {}
  ~TerminalLock() { give_back(); }
  TerminalLock(const TerminalLock&) = delete;
  TerminalLock& operator=(const TerminalLock&) = delete;

  // False: another process of this process's group has it.
  [[nodiscard]] bool take();
  void give_back();

 private:
  int terminal_;
  bool held_ = false;
};

// Whether another process of this process's group holds the lock of TERMINAL.
[[nodiscard]] bool is_locked_by_group(int terminal);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_TERMINAL_LOCK_H_

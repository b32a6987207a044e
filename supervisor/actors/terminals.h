// SPDX-License-Identifier: Apache-2.0
// Tells whose terminal a pseudo-terminal is: the acting process's own, one that the tree made for
// itself (script, tmux, an agent's shell), or somebody else's. Reads /proc; only for opens of
// /dev/pts/N.
#ifndef GUARD_SUPERVISOR_ACTORS_TERMINALS_H_
#define GUARD_SUPERVISOR_ACTORS_TERMINALS_H_

#include <sys/types.h>

namespace guard::supervisor {

[[nodiscard]] bool is_pseudo_terminal(dev_t device);
// True when it is ACTOR's controlling terminal, or when no process outside the tree has it.
[[nodiscard]] bool is_terminal_of_tree(dev_t device, pid_t actor);

// A terminal that guard made for a program outside of the tree: it is none of the tree's while this
// lives, from before anybody can open it. Any thread.
class KeptTerminal {
 public:
  KeptTerminal() = default;
  // MASTER: its other side.
  explicit KeptTerminal(int master);
  ~KeptTerminal();
  KeptTerminal(KeptTerminal&& other) noexcept;
  KeptTerminal& operator=(KeptTerminal&& other) noexcept;

 private:
  int number_ = -1;  // of /dev/pts/N
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_TERMINALS_H_

// SPDX-License-Identifier: Apache-2.0
// Where a run's questions can be shown: the person's terminal, and a pty for CMD in its place, so
// that nothing of CMD's can draw over a question or take its keys.
#ifndef GUARD_CONSOLE_FRONT_TERMINAL_CHOICE_H_
#define GUARD_CONSOLE_FRONT_TERMINAL_CHOICE_H_

#include <optional>

#include "base/error.h"
#include "console/terminal/pty_relay.h"

namespace guard::console {

struct TerminalChoice {
  PtyPair pty;
  TerminalEnds ends;
  UniqueFd opened;  // the terminal, where no stream is it
};

// CMD gets a terminal of its own where stdin and stdout are one. Where it ASKS (questions wait for
// an answer), also where one of the two is: stdin comes from elsewhere (`prompt | guard run`), or
// stdout goes to a file, or both. Not where stdout is a pipe: what reads it may read the terminal's
// keys too, as a pager does. Not under nohup. Not where another guard of this job has the terminal.
[[nodiscard]] Result<std::optional<TerminalChoice>> choose_terminal(bool asks);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_TERMINAL_CHOICE_H_

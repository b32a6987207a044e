// SPDX-License-Identifier: Apache-2.0
// PauseSign: tells whoever sits before a terminal that stands still that the session is paused, and
// that it goes on: a line each, below what is on the screen. A screen that the agent has drawn is
// never written over: there the title alone tells (attention_signs.h). On the front's thread; never
// blocks.
#ifndef GUARD_CONSOLE_FRONT_PAUSE_SIGN_H_
#define GUARD_CONSOLE_FRONT_PAUSE_SIGN_H_

#include <string>

#include "console/terminal/pty_relay.h"

namespace guard::console {

class PauseSign {
 public:
  // LINE is drawn as soon as it may be, if the session is paused until then.
  void paused(const std::string& line);
  // Drawn only where the other line was; empty: nothing is.
  void resumed(const std::string& line);
  // After every turn of the loop in which nothing but the agent draws on the foreground terminal.
  void on_turn(PtyRelay& relay);

 private:
  std::string line_;  // to be drawn; empty: nothing is
  bool is_drawn_ = false;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_PAUSE_SIGN_H_

// SPDX-License-Identifier: Apache-2.0
// OwnTerminal: the front's side of an agent with a pty of its own: the real terminal's mode and the
// relay belong together, raw and relaying while in the foreground, untouched in the background.
#ifndef GUARD_CONSOLE_FRONT_OWN_TERMINAL_H_
#define GUARD_CONSOLE_FRONT_OWN_TERMINAL_H_

#include <memory>

#include "base/error.h"
#include "console/terminal/pty_relay.h"
#include "console/terminal/terminal_lock.h"
#include "console/terminal/terminal_mode.h"
#include "console/terminal/unreadable_terminal.h"

namespace guard::console {

class OwnTerminal {
 public:
  static Result<std::unique_ptr<OwnTerminal>> open(PtyPair pty, const TerminalEnds& ends);

  // Raw when this job has the terminal, and no other guard of the job has; its size is passed on.
  // Call at the start, after a stop, and now and then in the background, for a shell that brings a
  // running job forward sends no signal.
  void follow_job();
  [[nodiscard]] bool foreground() const { return foreground_; }
  // False: other programs of this user can open the person's terminal by its name.
  [[nodiscard]] bool keeps_others_out() const { return keeps_others_out_; }
  void pass_size();
  // The job's other programs write to the terminal as well where a stream goes elsewhere: their
  // lines begin at its left as long as CMD's do.
  void follow_output();
  // The group that has CMD's terminal: 0 or less where there is none.
  [[nodiscard]] int foreground_group() const;
  void leave() {
    mode_.restore();
    unreadable_.give_back();
    lock_.give_back();
  }
  // The real terminal has hung up: it was closed, or its line was lost.
  [[nodiscard]] bool is_lost() const;
  // The real terminal is gone: the foreground group gets SIGHUP, and the pty hangs up. Returns the
  // group; 0: there is none.
  int hang_up_foreground();
  // From now on the pty can hang up.
  void drop_slave() { slave_.reset(); }

  [[nodiscard]] PtyRelay& relay() { return relay_; }
  [[nodiscard]] TerminalMode& mode() { return mode_; }

 private:
  OwnTerminal(PtyPair pty, UniqueFd input, UniqueFd output, bool whole);
  // Kept so that the pty stays alive while CMD closes and opens its terminal.
  UniqueFd slave_;
  PtyRelay relay_;
  TerminalMode mode_;
  UnreadableTerminal unreadable_;
  TerminalLock lock_;
  bool whole_;
  bool foreground_ = false;
  bool keeps_others_out_ = true;
};

// Forks a process that goes on showing what background programs write to the pty, until the last of
// them has closed it. It keeps nothing else open.
void leave_output_relay(int master, int output);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_OWN_TERMINAL_H_

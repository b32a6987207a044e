// SPDX-License-Identifier: Apache-2.0
// PasswordDesk: the commands that run outside of supervision and may read a password on the
// person's terminal (supervisor/rights). One box at a time, for whoever reads one; what is typed
// goes to that command's keeper alone, and neither to the tree nor to the serving process. Lives on
// the front's thread; never blocks.
#ifndef GUARD_CONSOLE_FRONT_PASSWORD_DESK_H_
#define GUARD_CONSOLE_FRONT_PASSWORD_DESK_H_

#include <list>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/files/unique_fd.h"
#include "console/front/password_box.h"
#include "console/front/taken_screen.h"
#include "console/terminal/paste_brackets.h"
#include "console/terminal/pty_relay.h"
#include "console/terminal/terminal_mode.h"

namespace guard::console {

class PasswordDesk {
 public:
  // Both must outlive this.
  PasswordDesk(PtyRelay& relay, TerminalMode& mode);

  // Every box says this; other boxes of guard say it, too.
  [[nodiscard]] const std::string& sign() const { return sign_; }
  void add(std::string command, UniqueFd keeper);
  // Readable when a keeper has a word; -1: there is none.
  [[nodiscard]] int fd() const { return keepers_.empty() ? -1 : ready_.get(); }
  void on_keepers();
  // MAY_BEGIN: the screen is the program's now.
  void on_turn(bool may_begin, TimePoint now);
  // Nothing of it is on the screen, or about to be.
  [[nodiscard]] bool idle() const { return state_ == State::kIdle; }
  [[nodiscard]] bool wants_screen() const { return idle() && waiting() != nullptr; }
  // How long the loop may sleep, in ms; -1: as long as it likes.
  [[nodiscard]] int patience() const;
  void on_resize();
  // CMD has ended: whatever is on the screen is closed.
  void abandon();

 private:
  enum class State { kIdle, kPausing, kReading, kRedrawing };
  struct Keeper {
    UniqueFd socket;
    std::string command;
    std::string prompt;
    bool reads = false;
  };
  [[nodiscard]] bool hear(Keeper& keeper);
  [[nodiscard]] Keeper* waiting() const;
  void draw(TimePoint now);
  void serve_keys(TimePoint now);
  void close(TimePoint now);

  PtyRelay& relay_;
  TerminalMode& mode_;
  TakenScreen screen_;
  const std::string sign_;
  UniqueFd ready_;  // epoll of the keepers
  std::list<Keeper> keepers_;
  Keeper* asked_ = nullptr;  // the box is for it
  State state_ = State::kIdle;
  TimePoint typed_at_;  // the last key at the box
  PasteBrackets paste_;
  std::unique_ptr<PasswordBox> box_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_PASSWORD_DESK_H_

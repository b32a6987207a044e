// SPDX-License-Identifier: Apache-2.0
// TakenScreen: the program's screen while guard draws on it: its output is held back from where a
// box can be drawn, and goes on afterwards; a full-screen program is made to draw itself anew. One
// at a time. Lives on the front's thread; never blocks.
#ifndef GUARD_CONSOLE_FRONT_TAKEN_SCREEN_H_
#define GUARD_CONSOLE_FRONT_TAKEN_SCREEN_H_

#include <string>

#include "base/clock.h"
#include "console/terminal/fitted_text.h"
#include "console/terminal/pty_relay.h"
#include "console/terminal/screen_takeover.h"

namespace guard::console {

// The consoles of kernels have none, and would keep what is drawn on it.
[[nodiscard]] AlternateScreen alternate_screen();

class TakenScreen {
 public:
  static constexpr int kPatience = 20;  // ms between two turns while it is not ready, or redraws

  // `relay` must outlive this.
  explicit TakenScreen(PtyRelay& relay) : relay_(relay) {}

  // Holds the output back from now on.
  void pause(TimePoint now);
  // It stands where a box can be drawn, or has kept guard waiting long enough.
  [[nodiscard]] bool ready(TimePoint now) const;
  void let_go() { relay_.resume(); }
  // Makes room below the output. Gives the text that was typed so far, which was meant for the
  // program.
  [[nodiscard]] std::string take();
  [[nodiscard]] const ViewStyle& style() const { return style_; }
  // LAST is what guard draws last. True: the program draws itself anew until done_redrawing().
  [[nodiscard]] bool give_back(const std::string& last, TimePoint now);
  [[nodiscard]] bool done_redrawing(TimePoint now);
  void end_redrawing() { relay_.end_redraw(); }

 private:
  PtyRelay& relay_;
  TimePoint since_;
  ViewStyle style_;  // of the terminal when it was taken
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_TAKEN_SCREEN_H_

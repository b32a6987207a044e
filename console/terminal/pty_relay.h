// SPDX-License-Identifier: Apache-2.0
// PtyRelay: carries bytes between the real terminal and the agent's own pty, both ways, without
// ever blocking and without losing any. Passive: the front's loop polls what wants() names and
// calls back. While paused (a question is on the screen) the agent's output is kept, up to a cap
// and then left in the pty, and what is typed goes to take_typed() instead of the agent. A real
// terminal that has gone (hang-up) ends the input; output is then read and dropped, so that the
// agent can end by itself.
#ifndef GUARD_CONSOLE_TERMINAL_PTY_RELAY_H_
#define GUARD_CONSOLE_TERMINAL_PTY_RELAY_H_

#include <sys/ioctl.h>
#include <termios.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "console/terminal/screen_state.h"

namespace guard::console {

struct PtyPair {
  UniqueFd master;
  UniqueFd slave;
};
// The person's terminal: the numbers of the streams that are it.
struct TerminalEnds {
  int input = 0;
  int output = 1;
  bool whole = true;  // false: CMD's other stream of the two comes from, or goes to, elsewhere
};
[[nodiscard]] Result<PtyPair> open_pty(const termios& settings, const winsize& size);

class PtyRelay {
 public:
  struct Wants {  // poll(2) events, 0: nothing
    short master = 0;
    short input = 0;
    short output = 0;
  };

  // All three non-blocking (see reopen_terminal; the master is made so here).
  PtyRelay(UniqueFd master, UniqueFd input, UniqueFd output);

  [[nodiscard]] int master() const { return master_.get(); }
  [[nodiscard]] int input() const { return input_.get(); }
  [[nodiscard]] int output() const { return output_.get(); }
  // `may_read`: false in the background, where reading the terminal would stop guard.
  [[nodiscard]] Wants wants(bool may_read) const;
  void on_master(short events);
  void on_input(short events);
  void on_output();

  void pause() { paused_ = true; }
  void resume() { paused_ = false; }
  [[nodiscard]] std::string take_typed();
  // To the agent, as if it was typed now.
  void type(std::string_view text);
  // Ctrl-C at a question. The programs in the foreground have the signal when this returns
  // (TIOCSIG): a key that is only typed is made a signal later, by a worker of the kernel. Nothing
  // where a program reads the keys by themselves.
  void interrupt();
  // The signal of the last key that was typed to the agent as one (Ctrl-C, Ctrl-\), once; 0: none.
  [[nodiscard]] int take_typed_signal();
  // Whether what the agent writes is to be shown as lines ("\n" alone begins one).
  [[nodiscard]] bool writes_lines() const;
  // guard's own text, before anything that is held back.
  void draw(std::string_view text);
  // False: a terminal that is stopped has not shown what was drawn long ago; a countdown can wait.
  [[nodiscard]] bool keeps_up() const { return overlay_.size() < kMostBehind; }
  [[nodiscard]] const ScreenState& screen() const { return screen_; }
  [[nodiscard]] ScreenState& screen() { return screen_; }

  void set_size(const winsize& size) const;
  // Makes a full-screen program draw itself again: for a while it has a row less. Programs that see
  // their own size again at once draw nothing.
  void provoke_redraw() const;
  void end_redraw() const;
  // The rest is left in the pty: for a program that outlives CMD and never stops writing.
  void stop_reading() { reading_ = false; }
  // As a terminal that is closed: whoever reads or writes it inside gets its end. Nothing moves any
  // more.
  void hang_up();
  // All that the pty holds now (or was read of it) has been shown.
  [[nodiscard]] bool drained() const;
  // Nobody holds the pty's other side any more.
  [[nodiscard]] bool hung_up() const;

 private:
  static constexpr std::size_t kMostBehind = 16 * 1024;
  [[nodiscard]] bool room_for_output() const;
  [[nodiscard]] std::size_t showable() const;
  void note_signal(std::string_view typed);
  void feed_agent();
  void flush();

  UniqueFd master_;
  UniqueFd input_;
  UniqueFd output_;
  std::string to_agent_;
  std::string overlay_;
  std::string to_screen_;
  std::string typed_;
  ScreenState screen_;
  int typed_signal_ = 0;
  bool paused_ = false;
  bool reading_ = true;
  bool input_ended_ = false;
  bool output_gone_ = false;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_PTY_RELAY_H_

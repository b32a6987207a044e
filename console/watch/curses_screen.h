// SPDX-License-Identifier: Apache-2.0
// CursesScreen: the person's terminal as a full screen. The only door to ncurses. The destructor
// gives the terminal back as it was. One at a time, one thread.
#ifndef GUARD_CONSOLE_WATCH_CURSES_SCREEN_H_
#define GUARD_CONSOLE_WATCH_CURSES_SCREEN_H_

#include <memory>
#include <vector>

#include "base/error.h"
#include "console/watch/watch_keys.h"
#include "console/watch/watch_layout.h"

namespace guard::console {

class CursesScreen {
 public:
  // Standard input and output must be a terminal that can be drawn on.
  [[nodiscard]] static Result<std::unique_ptr<CursesScreen>> open(bool colour);
  ~CursesScreen();
  CursesScreen(const CursesScreen&) = delete;
  CursesScreen& operator=(const CursesScreen&) = delete;

  // Everything that was typed; never blocks. A changed size shows in size().
  [[nodiscard]] std::vector<WatchKey> read_keys();
  [[nodiscard]] ScreenSize size() const;
  void draw(const std::vector<ScreenLine>& lines);
  void ring();

 private:
  explicit CursesScreen(bool colour);
  bool colour_;
  bool in_paste_ = false;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_CURSES_SCREEN_H_

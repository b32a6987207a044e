// SPDX-License-Identifier: Apache-2.0
// DrawnLines: lines that stand above the cursor and are drawn over when they change, without a
// screen of their own. A value; knows no terminal.
#ifndef GUARD_CONSOLE_TERMINAL_DRAWN_LINES_H_
#define GUARD_CONSOLE_TERMINAL_DRAWN_LINES_H_

#include <string>
#include <vector>

namespace guard::console {

class DrawnLines {
 public:
  // The bytes to write so that these lines stand there; "" when they do already.
  [[nodiscard]] std::string draw(std::vector<std::string> lines);
  // Something else was written, or the terminal's size changed: the next ones go below.
  void forget() { shown_.clear(); }

 private:
  std::vector<std::string> shown_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_DRAWN_LINES_H_

// SPDX-License-Identifier: Apache-2.0
// PasteBrackets: tells what is pasted from what is pressed, on a terminal that brackets pastes
// (ESC[200~ ... ESC[201~), over as many reads as a paste takes. A value.
#ifndef GUARD_CONSOLE_TERMINAL_PASTE_BRACKETS_H_
#define GUARD_CONSOLE_TERMINAL_PASTE_BRACKETS_H_

#include <optional>
#include <string>
#include <string_view>

namespace guard::console {

class PasteBrackets {
 public:
  // TYPED is one read. Gives the pasted text in it, with all that came beside it: who made the
  // paste may have put the closing bracket into it. Nothing: keys.
  [[nodiscard]] std::optional<std::string> pasted(std::string_view typed);

 private:
  bool inside_ = false;
  std::string tail_;  // of the last read: a bracket may be cut in two
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_PASTE_BRACKETS_H_

// SPDX-License-Identifier: Apache-2.0
// ScreenState: follows a program's output just far enough to know where guard may draw: not inside
// an escape sequence or a character, on which screen, at the start of a line or not. Pure.
#ifndef GUARD_CONSOLE_TERMINAL_SCREEN_STATE_H_
#define GUARD_CONSOLE_TERMINAL_SCREEN_STATE_H_

#include <string>
#include <string_view>

namespace guard::console {

class ScreenState {
 public:
  void follow(std::string_view output);
  // How many bytes of `output` must still pass before a sequence or character is whole.
  [[nodiscard]] std::size_t until_whole(std::string_view output) const;
  [[nodiscard]] bool whole() const { return state_ == State::kGround && continuation_ == 0; }
  [[nodiscard]] bool line_start() const { return line_start_; }
  // The unfinished line on the screen, to be shown again below what guard drew; "" when it is long.
  [[nodiscard]] const std::string& line() const { return line_; }
  [[nodiscard]] bool cursor_hidden() const { return cursor_hidden_; }
  // guard broke off whatever was under way.
  void interrupt();
  // The private mode that switched to the alternate screen (1049, 1047, 47), 0 on the normal one.
  [[nodiscard]] int alternate_screen() const { return alternate_; }

 private:
  enum class State { kGround, kEscape, kCsi, kString, kStringEscape };
  void take(unsigned char byte);
  void keep(char c);
  void take_ground(unsigned char byte);
  void take_escape(unsigned char byte);
  void take_csi(unsigned char byte);
  void set_modes(bool on);

  State state_ = State::kGround;
  int continuation_ = 0;  // bytes missing of a UTF-8 character
  bool line_start_ = true;
  bool cursor_hidden_ = false;
  bool line_too_long_ = false;
  std::string line_;
  int alternate_ = 0;
  std::string parameters_;  // of the control sequence under way, bounded
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_SCREEN_STATE_H_

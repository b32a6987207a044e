// SPDX-License-Identifier: Apache-2.0
// ScreenState: follows a program's output just far enough to know where guard may draw (not inside
// an escape sequence or a character, on which screen, at the start of a line or not), and what it
// has switched on that guard must switch off to draw and be typed to, and back on afterwards
// (screen_takeover.h). Pure.
#ifndef GUARD_CONSOLE_TERMINAL_SCREEN_STATE_H_
#define GUARD_CONSOLE_TERMINAL_SCREEN_STATE_H_

#include <set>
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
  // Places its text on the normal screen by itself, as top does: what is drawn below would tear it.
  [[nodiscard]] bool addresses_screen() const { return lines_since_address_ < kScreenful; }
  // Private modes that make the terminal itself speak: mouse, focus, bracketed paste.
  [[nodiscard]] const std::set<int>& reporting() const { return reporting_; }
  // The keyboard sends keys as sequences (kitty's protocol).
  [[nodiscard]] bool keys_as_sequences() const { return pushed_keys_ > 0; }
  // Parameters of what guard resets: colours and such, scroll margins; "" where nothing was set.
  [[nodiscard]] const std::string& attributes() const { return attributes_; }
  [[nodiscard]] const std::string& margins() const { return margins_; }
  // Private modes that change how all of the screen looks: reverse (5), margins on both sides (69).
  [[nodiscard]] const std::set<int>& looks() const { return looks_; }
  // Operating system commands that set colours, whole: the palette (4), text (10), background (11)
  // and cursor (12). Text may be as dark as what is behind it.
  [[nodiscard]] const std::string& colours() const { return colours_; }
  [[nodiscard]] bool inserts() const { return inserts_; }
  [[nodiscard]] bool wraps() const { return wraps_; }
  // The first character set, "B" for ASCII; whether the second one is in use.
  [[nodiscard]] char character_set() const { return character_set_; }
  [[nodiscard]] bool shifted_out() const { return shifted_out_; }

 private:
  enum class Switched { kOn, kOff };
  enum class State { kGround, kEscaped, kCsi, kString, kStringEscape };
  void take(unsigned char byte);
  void keep(char c);
  void take_ground(unsigned char byte);
  void take_escape(unsigned char byte);
  void take_csi(unsigned char byte);
  void note_address(char final);
  void end_csi(char final);
  void switch_modes(Switched to);
  void switch_screen(int alternate);
  void switch_private_mode(int mode, Switched to);
  void set_attributes();
  void push_keys(bool on);
  void end_string();
  void reset();

  State state_ = State::kGround;
  int continuation_ = 0;  // bytes missing of a UTF-8 character
  bool line_start_ = true;
  bool cursor_hidden_ = false;
  bool line_too_long_ = false;
  std::string line_;
  int alternate_ = 0;
  std::string parameters_;  // of the control sequence under way, bounded
  char intermediate_ = 0;   // of the escape sequence under way
  static constexpr int kScreenful = 24;
  int lines_since_address_ = kScreenful;
  int lines_before_home_ = kScreenful;
  int lines_before_alternate_ = kScreenful;
  bool homed_ = false;  // by the sequence just taken
  std::set<int> reporting_;
  int pushed_keys_ = 0;
  std::string attributes_;
  std::string margins_;
  std::set<int> looks_;
  std::string string_;  // of the operating system command under way, bounded
  std::string colours_;
  bool inserts_ = false;
  bool wraps_ = true;
  char character_set_ = 'B';
  bool shifted_out_ = false;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_SCREEN_STATE_H_

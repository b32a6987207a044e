// SPDX-License-Identifier: Apache-2.0
// DroppedKeys: what was typed while a question took no answer. It answers nothing. The person is
// told how much it was, never what it said: it may be a password. It is dropped with the question,
// unless the person says that the program shall have it. A value.
#ifndef GUARD_CONSOLE_TERMINAL_DROPPED_KEYS_H_
#define GUARD_CONSOLE_TERMINAL_DROPPED_KEYS_H_

#include <string>
#include <string_view>

namespace guard::console {

class DroppedKeys {
 public:
  // As much as a terminal's own line holds. More than that cannot be kept.
  static constexpr std::size_t kMost = 4096;  // bytes

  void drop(std::string_view typed);
  // A key that did what it says. `burst`: it followed another key faster than people answer.
  void used(std::string_view typed, bool burst);
  // TYPED shows that the keys right before it were typing as well.
  void drop_with_used(std::string_view typed);
  void toggle_keep() { keep_ = !keep_; }
  void forget_keep() { keep_ = false; }

  [[nodiscard]] bool can_be_kept() const { return !text_.empty() && text_.size() <= kMost; }
  // The keys that the program gets once the question is answered; "": nothing.
  [[nodiscard]] std::string kept() const { return keep_ && can_be_kept() ? text_ : ""; }
  // For the person; "" when nothing was typed. `counts`: with the number of characters.
  [[nodiscard]] std::string note(bool counts) const;
  // The key that keeps or drops it: "[k] give these 6 characters to the program", "[k] drop them".
  [[nodiscard]] std::string key(bool counts) const;

 private:
  [[nodiscard]] std::string amount() const;

  std::string text_;  // one byte more than kMost: there was more
  std::string used_;
  bool keep_ = false;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_DROPPED_KEYS_H_

// SPDX-License-Identifier: Apache-2.0
// TypedLine: a line of text that a person types at a question: the word CONFIRM, a reason, a
// pattern. Takes what a terminal sends; Backspace, Ctrl-U (all of it) and Ctrl-W (a word) take
// back. A value.
#ifndef GUARD_CONSOLE_TERMINAL_TYPED_LINE_H_
#define GUARD_CONSOLE_TERMINAL_TYPED_LINE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace guard::console {

class TypedLine {
 public:
  static constexpr char kBackspace = '\x7f';
  static constexpr char kClear = '\x15';
  static constexpr char kClearWord = '\x17';

  void begin(std::string text) { text_ = std::move(text); }
  // One byte; other control characters are no text.
  void take(char byte);
  // Control characters of a paste edit nothing.
  void paste(std::string_view text);
  [[nodiscard]] const std::string& text() const { return text_; }
  // The part that a person looks at: the end, "..." before it if more than `most` bytes were typed.
  [[nodiscard]] std::string end(std::size_t most) const;

 private:
  void drop_character();
  void drop_word();

  std::string text_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_TYPED_LINE_H_

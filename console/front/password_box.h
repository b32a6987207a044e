// SPDX-License-Identifier: Apache-2.0
// PasswordBox: a command that runs outside of supervision reads a password: draws the box, takes
// the keys, shows none of them. Knows no terminal: text to draw goes out, typed bytes come in. When
// this ends, the typed text is wiped.
#ifndef GUARD_CONSOLE_FRONT_PASSWORD_BOX_H_
#define GUARD_CONSOLE_FRONT_PASSWORD_BOX_H_

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "console/terminal/drawn_lines.h"
#include "console/terminal/fitted_text.h"

namespace guard::console {

struct PasswordRequest {
  std::string command;  // what reads it
  std::string prompt;   // its own words
  std::string sign;     // what only guard's boxes of this session say
};

class PasswordBox {
 public:
  PasswordBox(const PasswordRequest& request, const ViewStyle& style);
  ~PasswordBox() { forget(); }
  PasswordBox(const PasswordBox&) = delete;
  PasswordBox& operator=(const PasswordBox&) = delete;

  // Each returns what to draw now.
  [[nodiscard]] std::string open() { return redraw(); }
  [[nodiscard]] std::string on_typed(std::string_view typed);
  [[nodiscard]] std::string on_pasted(std::string_view text);
  [[nodiscard]] std::string resized(const ViewStyle& style);
  // Nothing of it stays.
  [[nodiscard]] std::string close();

  // The command's terminal gets this: the line with its end, or a key that is a signal there.
  // Empty: no answer yet. Valid until the next call.
  [[nodiscard]] std::string_view answer() const;

 private:
  static constexpr std::size_t kLongest = 512;
  void take(char key);
  void put(char byte);
  void drop_character();
  void forget();
  [[nodiscard]] std::string redraw();

  nlohmann::json shown_;
  ViewStyle style_;
  DrawnLines drawn_;
  std::string said_;                       // on a terminal that is only written to
  std::array<char, kLongest + 1> text_{};  // the end of the line has its place
  std::size_t size_ = 0;
  bool answered_ = false;
  bool is_full_ = false;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_PASSWORD_BOX_H_

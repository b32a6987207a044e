// SPDX-License-Identifier: Apache-2.0
// Characters of bytes that somebody else chose: which they are, and which must be spelled out where
// a line is shown. For text.h and safe_output.h. Pure, any thread.
#ifndef GUARD_BASE_TEXT_RUNES_H_
#define GUARD_BASE_TEXT_RUNES_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace guard {

struct Rune {
  char32_t value = 0;
  std::size_t length = 0;  // 0: not valid UTF-8
};

// The text must not be empty. Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] Rune decode_rune(std::string_view s);
// C0, DEL, C1.
[[nodiscard]] bool is_control(char32_t c);
// Reorders or hides text, looks like nothing, or is one mark too many on one letter: `marks` counts
// them from one rune to the next, from 0.
[[nodiscard]] bool is_hidden(char32_t c, int& marks);
// printf's `format` with one number.
void append_hex(std::string& out, const char* format, unsigned value);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_RUNES_H_

// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/typed_line.h"

namespace guard::console {
namespace {

constexpr std::size_t kLongest = 400;

}  // namespace

void TypedLine::take(char byte) {
  if (byte == kBackspace || byte == '\b') return drop_character();
  if (byte == kClear) return text_.clear();
  if (byte == kClearWord) return drop_word();
  if (static_cast<unsigned char>(byte) >= 0x20 && text_.size() < kLongest) text_ += byte;
}

void TypedLine::paste(std::string_view text) {
  for (const char byte : text)
    if (static_cast<unsigned char>(byte) >= 0x20 && byte != kBackspace) take(byte);
}

std::string TypedLine::end(std::size_t most) const {
  if (text_.size() <= most) return text_;
  std::size_t from = text_.size() - most;
  while (from < text_.size() && (static_cast<unsigned char>(text_[from]) & 0xC0) == 0x80) ++from;
  return "..." + text_.substr(from);
}

// A character may be several bytes.
void TypedLine::drop_character() {
  while (text_.size() > 1 && (static_cast<unsigned char>(text_.back()) & 0xC0) == 0x80)
    text_.pop_back();
  if (!text_.empty()) text_.pop_back();
}

void TypedLine::drop_word() {
  while (!text_.empty() && text_.back() == ' ') text_.pop_back();
  while (!text_.empty() && text_.back() != ' ') text_.pop_back();
}

}  // namespace guard::console

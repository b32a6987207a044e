// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/dropped_keys.h"

#include <algorithm>

#include "base/text/text.h"

namespace guard::console {
namespace {

// In UTF-8 every byte is one, but those that go on with a character.
std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

void DroppedKeys::drop(std::string_view typed) {
  text_ += typed.substr(0, kMost + 1 - std::min(text_.size(), kMost + 1));
}

void DroppedKeys::used(std::string_view typed, bool burst) {
  if (!burst) used_.clear();
  if (used_.size() <= kMost) used_ += typed;
}

void DroppedKeys::drop_with_used(std::string_view typed) {
  drop(used_ + std::string(typed));
  used_.clear();
}

std::string DroppedKeys::amount() const {
  return count_text(characters_of(text_), "character", "characters");
}

std::string DroppedKeys::note(bool counts) const {
  if (text_.empty()) return "";
  if (!counts) return keep_ ? "the program gets what you typed" : "what you typed is no answer";
  if (!can_be_kept()) return "more than " + amount() + " that you typed: dropped, no answer";
  return keep_ ? "the program gets the " + amount() + " that you typed, after your answer"
               : amount() + " that you typed: no answer";
}

std::string DroppedKeys::key(bool counts) const {
  if (keep_) return "[k] drop " + std::string(characters_of(text_) == 1 ? "it" : "them");
  if (!counts) return "[k] give it to the program";
  const char* these = characters_of(text_) == 1 ? "this " : "these ";
  return "[k] give " + std::string(these) + amount() + " to the program";
}

}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "base/text/safe_output.h"

#include <algorithm>

#include "base/text/runes.h"
#include "base/text/text.h"
#include "base/weaken.h"

namespace guard {
namespace {

// "\u202e", beyond the first plane as the pair that JSON wants.
void append_json_escape(std::string& out, char32_t c) {
  if (c > 0xFFFF) {
    const auto rest = static_cast<unsigned>(c) - 0x10000U;
    append_hex(out, "\\u%04x", 0xD800U + (rest >> 10U));
    append_hex(out, "\\u%04x", 0xDC00U + (rest & 0x3FFU));
  } else {
    append_hex(out, "\\u%04x", static_cast<unsigned>(c));
  }
}

}  // namespace

std::string safe_lines(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    safe += safe_text(text.substr(0, end));
    safe += end == text.size() ? '\n' : text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!safe.empty() && safe.back() != '\n') safe += '\n';
  return safe;
}

// Controls below U+0020 stand in JSON only between values: inside texts they are escaped already.
std::string safe_json(std::string_view json) {
  const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x7F; };
  if (std::all_of(json.begin(), json.end(), plain) || weakened("sanitise-terminal"))
    return std::string(json);
  std::string out;
  out.reserve(json.size());
  int marks = 0;
  while (!json.empty()) {
    const Rune rune = decode_rune(json);
    const std::size_t length = rune.length == 0 ? 1 : rune.length;
    const bool control = is_control(rune.value) && rune.value >= 0x7F;
    if (rune.length == 0) {
      append_json_escape(out, 0xFFFD);  // what is no text is none in JSON either
    } else if (is_hidden(rune.value, marks) || control) {
      append_json_escape(out, rune.value);
    } else {
      out.append(json.substr(0, length));
    }
    json.remove_prefix(length);
  }
  return out;
}

}  // namespace guard

// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <array>
#include <cstdio>

#include "base/weaken.h"

namespace guard {
namespace {

struct Rune {
  char32_t value = 0;
  std::size_t length = 0;  // 0: not valid UTF-8
};

// Strict decoding: no overlong forms, no surrogates, nothing above U+10FFFF.
Rune decode_rune(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 && lead <= 0xF4  ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 0;
  if (length == 0 || s.size() < length) return {};
  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
    return {};
  return {value, length};
}

// Marks that reorder or hide text on a screen.
bool deceives(char32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0x061C ||
         (c >= 0xE0000 && c <= 0xE007F) || (c >= 0xFFF9 && c <= 0xFFFB);
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

void append_hex(std::string& out, const char* format, unsigned value) {
  std::array<char, 16> buffer{};
  const int n = std::snprintf(buffer.data(), buffer.size(), format, value);
  out.append(buffer.data(), static_cast<std::size_t>(n));
}

bool needs_quotes(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+^";
  return word.empty() || word.find_first_not_of(kPlain) != std::string_view::npos;
}

}  // namespace

std::string safe_text(std::string_view bytes) {
  if (weakened("sanitise-terminal")) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const Rune rune = decode_rune(bytes);
    const std::size_t length = rune.length == 0 ? 1 : rune.length;
    if (rune.length == 0) {
      append_hex(out, "\\x%02X", static_cast<unsigned char>(bytes[0]));
    } else if (rune.value == '\n') {
      out += "\\n";
    } else if (rune.value == '\t') {
      out += "\\t";
    } else if (is_control(rune.value)) {
      append_hex(out, "\\x%02X", static_cast<unsigned>(rune.value));
    } else if (deceives(rune.value)) {
      append_hex(out, "\\u{%X}", static_cast<unsigned>(rune.value));
    } else {
      out.append(bytes.substr(0, length));
    }
    bytes.remove_prefix(length);
  }
  return out;
}

std::string command_text(const std::vector<std::string>& argv) {
  std::string out;
  for (const std::string& word : argv) {
    if (!out.empty()) out += ' ';
    const std::string safe = safe_text(word);
    if (!needs_quotes(safe)) {
      out += safe;
      continue;
    }
    out += '\'';
    for (const char c : safe) {
      if (c == '\'')
        out += "'\\''";
      else
        out += c;
    }
    out += '\'';
  }
  return out;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return std::to_string(bytes) + " B";
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.95 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.1f %s", value, kUnits[unit]);
  return buffer.data();
}

std::string count_text(std::uint64_t count, std::string_view singular, std::string_view plural) {
  return std::to_string(count) + " " + std::string(count == 1 ? singular : plural);
}

std::string shortened(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t keep = 0;  // bytes that leave room for "..."
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = decode_rune(text.substr(i)).length;
    if (used + 3 <= columns) keep = i;
    if (++used > columns) return std::string(text.substr(0, keep)) + "...";
    i += length == 0 ? 1 : length;
  }
  return std::string(text);
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace guard

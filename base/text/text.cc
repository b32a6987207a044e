// SPDX-License-Identifier: Apache-2.0
#include "base/text/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text/runes.h"
#include "base/weaken.h"

namespace guard {
namespace {

bool needs_quotes(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+^";
  return word.empty() || word.find_first_not_of(kPlain) != std::string_view::npos;
}

bool is_plain(char c) {
  return c >= ' ' && c <= '~';
}

}  // namespace

std::string safe_text(std::string_view bytes) {
  if (weakened("sanitise-terminal")) return std::string(bytes);
  if (std::ranges::all_of(bytes, is_plain)) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size());
  int marks = 0;
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
    } else if (is_hidden(rune.value, marks)) {
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

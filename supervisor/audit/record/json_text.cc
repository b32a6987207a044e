// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/json_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace guard::supervisor {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

unsigned byte_at(std::string_view s, std::size_t i) {
  return static_cast<unsigned char>(s[i]);
}

std::size_t sequence_length(unsigned lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

// The second byte's range tells overlong forms, surrogates and what is above U+10FFFF apart.
bool second_byte_fits(unsigned lead, unsigned second) {
  if (lead == 0xE0) return second >= 0xA0;
  if (lead == 0xED) return second < 0xA0;
  if (lead == 0xF0) return second >= 0x90;
  if (lead == 0xF4) return second < 0x90;
  return true;
}

// Bytes of the valid sequence that starts at i; 0: none does.
std::size_t valid_length(std::string_view s, std::size_t i) {
  const unsigned lead = byte_at(s, i);
  const std::size_t length = sequence_length(lead);
  if (length <= 1) return length;
  if (s.size() - i < length || !second_byte_fits(lead, byte_at(s, i + 1))) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(s, i + k) & 0xC0U) != 0x80U) return 0;
  }
  return length;
}

// The letter after the backslash; 0: as \u00NN; ' ': no escape.
char escape_of(char c) {
  constexpr std::string_view kSpecial = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  const std::size_t at = kSpecial.find(c);
  if (at != std::string_view::npos) return kLetters[at];
  return static_cast<unsigned char>(c) < 0x20 ? '\0' : ' ';
}

std::array<char, 256> make_escapes() {
  std::array<char, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = escape_of(static_cast<char>(i));
  return table;
}

void append_escaped(std::string& out, char c, char escape) {
  constexpr std::string_view kLowerHex = "0123456789abcdef";
  out += '\\';
  if (escape != '\0') {
    out += escape;
    return;
  }
  out += "u00";
  out += kLowerHex[static_cast<unsigned char>(c) >> 4U];
  out += kLowerHex[static_cast<unsigned char>(c) & 0x0FU];
}

// Most texts are ASCII from end to end: eight bytes at a time.
std::size_t ascii_prefix(std::string_view bytes) {
  std::size_t i = 0;
  for (std::uint64_t eight = 0; i + sizeof(eight) <= bytes.size(); i += sizeof(eight)) {
    std::memcpy(&eight, bytes.data() + i, sizeof(eight));
    if ((eight & 0x8080808080808080U) != 0) break;
  }
  return i;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  for (std::size_t i = ascii_prefix(bytes); i < bytes.size();) {
    const std::size_t length = valid_length(bytes, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string utf8_text(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t length = valid_length(bytes, i);
    if (length != 0) {
      out.append(bytes.substr(i, length));
      i += length;
      continue;
    }
    out += "\\x";
    out += kHex[byte_at(bytes, i) >> 4U];
    out += kHex[byte_at(bytes, i) & 0x0FU];
    ++i;
  }
  return out;
}

void append_json(std::string& out, std::string_view valid_utf8) {
  static const std::array<char, 256> kEscapes = make_escapes();
  out += '"';
  std::size_t plain = 0;  // start of what is copied as it is
  for (std::size_t i = 0; i < valid_utf8.size(); ++i) {
    const char escape = kEscapes[byte_at(valid_utf8, i)];
    if (escape == ' ') continue;
    out.append(valid_utf8.substr(plain, i - plain));
    append_escaped(out, valid_utf8[i], escape);
    plain = i + 1;
  }
  out.append(valid_utf8.substr(plain));
  out += '"';
}

void append_json(std::string& out, const std::vector<std::string>& list) {
  out += '[';
  for (const std::string& item : list) {
    if (&item != &list.front()) out += ',';
    append_json(out, item);
  }
  out += ']';
}

std::string json_text(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace guard::supervisor

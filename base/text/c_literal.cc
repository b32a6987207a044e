// SPDX-License-Identifier: Apache-2.0
#include "base/text/c_literal.h"

namespace guard {
namespace {

// Octal escapes have at most three digits: whatever follows cannot be taken into one.
void append_escaped(std::string& out, unsigned char byte) {
  if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\' && byte != '?') {
    out += static_cast<char>(byte);
    return;
  }
  out += '\\';
  for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
}

}  // namespace

std::string c_literal(std::string_view bytes) {
  constexpr std::size_t kRow = 80;
  std::string out;
  for (std::size_t at = 0; at < bytes.size() || at == 0; at += kRow) {
    out += "\n    \"";
    for (const char c : bytes.substr(at, kRow)) append_escaped(out, static_cast<unsigned char>(c));
    out += '"';
  }
  return out;
}

}  // namespace guard

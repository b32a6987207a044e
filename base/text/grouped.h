// SPDX-License-Identifier: Apache-2.0
// A count for people, in groups of three digits. Pure, any thread.
#ifndef GUARD_BASE_TEXT_GROUPED_H_
#define GUARD_BASE_TEXT_GROUPED_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace guard {

// "1,695"
[[nodiscard]] inline std::string grouped(std::uint64_t count) {
  constexpr std::size_t kGroup = 3;
  const std::string digits = std::to_string(count);
  std::string text;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % kGroup == 0) text += ',';
    text += digits[at];
  }
  return text;
}

}  // namespace guard

#endif  // GUARD_BASE_TEXT_GROUPED_H_

// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/mode_operand.h"

#include <charconv>

namespace guard::policy {
namespace {

constexpr std::uint32_t kAll = 07777;
constexpr std::uint32_t kUsualUmask = 022;
constexpr std::uint32_t kExecute = 0111;

// The bits that "u", "g", "o" and "a" reach: their rwx, and the bit above that is theirs.
std::uint32_t bits_of_class(char c) {
  switch (c) {
    case 'u':
      return 04700;
    case 'g':
      return 02070;
    case 'o':
      return 01007;
    case 'a':
      return kAll;
    default:
      return 0;
  }
}

// rwx of one class, spread over all three.
std::uint32_t copied(std::uint32_t mode, unsigned shift) {
  const std::uint32_t one = mode >> shift & 7U;
  return one << 6 | one << 3 | one;
}

std::uint32_t bits_of_letter(char c, std::uint32_t mode, ModeOf object) {
  switch (c) {
    case 'r':
      return 0444;
    case 'w':
      return 0222;
    case 'x':
      return kExecute;
    case 'X':
      return object == ModeOf::kFolder || (mode & kExecute) != 0 ? kExecute : 0;
    case 's':
      return 06000;
    case 't':
      return 01000;
    case 'u':
      return copied(mode, 6);
    case 'g':
      return copied(mode, 3);
    case 'o':
      return copied(mode, 0);
    default:
      return kAll + 1;  // no such letter
  }
}

std::uint32_t applied(char operation, std::uint32_t mode, std::uint32_t who, std::uint32_t bits) {
  if (operation == '+') return mode | (bits & who);
  if (operation == '-') return mode & ~(bits & who);
  return (mode & ~who) | (bits & who);
}

bool is_operation(char c) {
  return c == '+' || c == '-' || c == '=';
}

// "ug+rw-x": who, then one or more changes.
std::optional<std::uint32_t> clause(std::string_view text, std::uint32_t mode, ModeOf object) {
  std::uint32_t who = 0;
  std::size_t at = 0;
  while (at < text.size() && bits_of_class(text[at]) != 0) who |= bits_of_class(text[at++]);
  if (who == 0) who = kAll & ~kUsualUmask;
  if (at == text.size()) return std::nullopt;
  while (at < text.size()) {
    const char operation = text[at++];
    if (!is_operation(operation)) return std::nullopt;
    std::uint32_t bits = 0;
    for (; at < text.size() && !is_operation(text[at]); ++at)
      bits |= bits_of_letter(text[at], mode, object);
    if (bits > kAll) return std::nullopt;
    mode = applied(operation, mode, who, bits);
  }
  return mode;
}

std::optional<std::uint32_t> octal(std::string_view text) {
  std::uint32_t mode = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, mode, 8);
  if (error != std::errc() || stop != end || mode > kAll) return std::nullopt;
  return mode;
}

}  // namespace

std::optional<std::uint32_t> changed_mode(std::string_view text, std::uint32_t mode,
                                          ModeOf object) {
  if (const auto number = octal(text)) return number;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto next = clause(text.substr(0, comma), mode, object);
    if (!next || comma == std::string_view::npos) return next;
    mode = *next;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace guard::policy

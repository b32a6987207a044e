// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/key_press.h"

#include <array>
#include <utility>

namespace guard::console {

std::optional<char> single_key(std::string_view typed) {
  if (typed.empty() || typed.find_first_not_of(typed[0]) != std::string_view::npos)
    return std::nullopt;
  return typed[0];
}

std::optional<char> moving_key(std::string_view typed) {
  constexpr std::array<std::pair<std::string_view, char>, 6> kSequences = {
      {{"\x1b[A", kKeyUp},
       {"\x1b[B", kKeyDown},
       {"\x1bOA", kKeyUp},
       {"\x1bOB", kKeyDown},
       {"\x1b[5~", kKeyPageUp},
       {"\x1b[6~", kKeyPageDown}}};
  for (const auto& [sequence, key] : kSequences)
    if (typed == sequence) return key;
  return std::nullopt;
}

bool is_sequence(std::string_view typed) {
  return typed.size() > 1 && typed[0] == kEscape;
}

bool is_enter(char key) {
  return key == '\r' || key == '\n';
}

}  // namespace guard::console

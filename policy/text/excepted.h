// SPDX-License-Identifier: Apache-2.0
// Exceptions in a list of path patterns, as gitignore has them: "!src/x" takes back what earlier
// patterns of the list hold for, and a later pattern may hold for it again. Pure, any thread.
#ifndef GUARD_POLICY_TEXT_EXCEPTED_H_
#define GUARD_POLICY_TEXT_EXCEPTED_H_

#include <string_view>

namespace guard::policy {

// "!src/x"; of a name that begins so, "\!x" is a pattern.
[[nodiscard]] inline bool is_exception(std::string_view pattern) {
  return pattern.starts_with('!');
}
[[nodiscard]] inline std::string_view without_mark(std::string_view pattern) {
  return pattern.substr(is_exception(pattern) ? 1 : 0);
}

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_EXCEPTED_H_

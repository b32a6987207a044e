// SPDX-License-Identifier: Apache-2.0
// Variables that a shell sets while it expands a word or counts: `${X:=a}`, `$((X = 1))`,
// `((X++))`. Names too many are harmless: what is set counts as not known. Pure, any thread.
#ifndef GUARD_POLICY_SHELL_SET_BY_WORDS_H_
#define GUARD_POLICY_SHELL_SET_BY_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

// TEXT starts with a letter or `_`, and has only those and digits.
[[nodiscard]] bool is_variable_name(std::string_view text);

// TEXT: an expression. Every name in it, where it sets any.
void append_set_by_arithmetic(std::string_view text, std::vector<std::string>& names);
// TEXT: one `${...}`.
void append_set_by_expansion(std::string_view text, std::vector<std::string>& names);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_SET_BY_WORDS_H_

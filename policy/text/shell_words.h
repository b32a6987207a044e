// SPDX-License-Identifier: Apache-2.0
// One plain command line as words, for the examples of policy files: quotes and backslashes are
// taken off, nothing is expanded, operators are refused. Real shell text is shell_text.h's. Pure.
#ifndef GUARD_POLICY_TEXT_SHELL_WORDS_H_
#define GUARD_POLICY_TEXT_SHELL_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::policy {

// kInvalid for an open quote, an operator or an expansion outside of quotes, and for no words.
[[nodiscard]] Result<std::vector<std::string>> split_words(std::string_view line);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_SHELL_WORDS_H_

// SPDX-License-Identifier: Apache-2.0
// Texts as words of a policy file that reads them back as they were. Pure, any thread.
#ifndef GUARD_CONSOLE_OUTPUT_YAML_WORDS_H_
#define GUARD_CONSOLE_OUTPUT_YAML_WORDS_H_

#include <string>
#include <vector>

namespace guard::console {

// Plain where YAML reads it as a text in any place, else in quotes.
[[nodiscard]] std::string yaml_scalar(const std::string& text);
// "[a, b]"; one text stands for a list of one.
[[nodiscard]] std::string yaml_list(const std::vector<std::string>& texts);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_YAML_WORDS_H_

// SPDX-License-Identifier: Apache-2.0
// Text of manual pages in the macros of man(7), as groff and mandoc read them without a warning.
// Pure.
#ifndef GUARD_CONSOLE_HELP_ROFF_H_
#define GUARD_CONSOLE_HELP_ROFF_H_

#include <string>
#include <string_view>

namespace guard::console {

// As it stands: no character of it means anything to roff.
[[nodiscard]] std::string roff_literal(std::string_view text);
[[nodiscard]] std::string roff_bold(std::string_view text);
[[nodiscard]] std::string roff_italic(std::string_view text);
// Sentences: `words between backquotes` are bold, an empty line begins a paragraph.
[[nodiscard]] std::string roff_prose(std::string_view text);
// A term, roff already, and what is to be said of it.
[[nodiscard]] std::string roff_item(std::string_view term, std::string_view text);
// Lines as they stand, indented.
[[nodiscard]] std::string roff_example(std::string_view lines);
// "guard-run(1), guard-undo(1)" of "guard-run guard-undo"; a section stands behind a dot:
// "guard-policy.5".
[[nodiscard]] std::string roff_references(std::string_view pages);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_ROFF_H_

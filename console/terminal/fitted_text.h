// SPDX-License-Identifier: Apache-2.0
// Text cut or wrapped to the columns of a terminal. Pure. Nothing reaches the terminal raw: every
// text is made safe once more here, and characters without a width are spelled out. Widths are
// those of the process's locale (LC_CTYPE).
#ifndef GUARD_CONSOLE_TERMINAL_FITTED_TEXT_H_
#define GUARD_CONSOLE_TERMINAL_FITTED_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace guard::console {

struct ViewStyle {
  std::size_t columns = 80;  // of the terminal; the box is 40 to 100 wide
  bool utf8 = true;          // false: plain ASCII
  bool colour = false;
  bool dumb = false;     // knows no escape sequence: everything is written below what is there
  std::size_t rows = 0;  // that a question may take; 0: as many as it needs
};

// Safe, in the style's characters, in at most `columns` columns ("..." where cut).
[[nodiscard]] std::string fitted(std::string_view text, std::size_t columns,
                                 const ViewStyle& style);
// The same with its middle left out: how it begins, and how it ends.
[[nodiscard]] std::string fitted_ends(std::string_view text, std::size_t columns,
                                      const ViewStyle& style);
// The same over at most `rows` lines, broken between words where that is possible. Text that does
// not fit is left out of the middle: how a command ends matters as much as how it begins.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                               std::size_t rows, const ViewStyle& style);
// Broken at blanks alone, with INDENT in front of each line but the first. A word that is wider
// than a line is left as it is: what it names can be copied. 0 columns: one line.
[[nodiscard]] std::vector<std::string> broken_at_blanks(std::string_view text, std::size_t columns,
                                                        std::string_view indent);
// Items with two blanks between them, on as many lines as they take.
[[nodiscard]] std::vector<std::string> side_by_side(const std::vector<std::string>& items,
                                                    std::size_t columns, const ViewStyle& style);
[[nodiscard]] std::size_t columns_of(std::string_view text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_FITTED_TEXT_H_

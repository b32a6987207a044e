// SPDX-License-Identifier: Apache-2.0
// Lines in columns, for a screen of so many: each column as wide as its widest cell, the last text
// of a line cut where the screen ends, or on a line of its own where nothing of it would be seen.
// Names are never cut, they are there to be typed: where the columns are wider than the screen, the
// first stands on a line of its own. Pure but for screen_columns(); any thread.
#ifndef GUARD_CONSOLE_OUTPUT_TEXT_TABLE_H_
#define GUARD_CONSOLE_OUTPUT_TEXT_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace guard::console {

// The width of standard output; 0: no terminal, nothing is cut.
[[nodiscard]] std::size_t screen_columns();

[[nodiscard]] std::string padded(std::string text, std::size_t width);
// BEFORE is padded already, and ends in blanks. Without a line break at the end.
[[nodiscard]] std::string fitted_line(const std::string& before, const std::string& last,
                                      std::size_t screen);

// NAMES and OTHERS are padded already; for tables that are not there as a whole.
[[nodiscard]] std::string stacked_line(const std::string& names, const std::string& others,
                                       const std::string& last, std::size_t screen);

struct TableRow {
  std::vector<std::string> cells;  // in all rows as many; the first is the name
  std::string last;
};
// With a line break behind each.
[[nodiscard]] std::string table_text(const std::vector<TableRow>& rows, std::size_t screen);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_TEXT_TABLE_H_

// SPDX-License-Identifier: Apache-2.0
#include "console/output/text_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr std::size_t kLeastSeen = 20;
constexpr std::size_t kIndent = 4;

std::vector<std::size_t> widths_of(const std::vector<TableRow>& rows) {
  std::vector<std::size_t> widths;
  for (const TableRow& row : rows) {
    widths.resize(std::max(widths.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      widths[i] = std::max(widths[i], row.cells[i].size());
  }
  return widths;
}

std::string without_end_blanks(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

std::size_t screen_columns() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string fitted_line(const std::string& before, const std::string& last, std::size_t screen) {
  if (screen == 0) return before + last;
  if (before.size() + std::min(kLeastSeen, last.size()) <= screen)
    return shortened(before + last, screen);
  if (screen <= kIndent + kLeastSeen) return without_end_blanks(before) + "\n" + last;
  return without_end_blanks(before) + "\n" + shortened(std::string(kIndent, ' ') + last, screen);
}

std::string stacked_line(const std::string& names, const std::string& others,
                         const std::string& last, std::size_t screen) {
  return without_end_blanks(names) + "\n" +
         fitted_line(std::string(kIndent, ' ') + others, last, screen);
}

std::string table_text(const std::vector<TableRow>& rows, std::size_t screen) {
  const std::vector<std::size_t> widths = widths_of(rows);
  std::string text;
  for (const TableRow& row : rows) {
    const std::string name = padded(row.cells.front(), widths.front()) + "  ";
    std::string others;
    for (std::size_t i = 1; i < row.cells.size(); ++i)
      others += padded(row.cells[i], widths[i]) + "  ";
    const bool fits = screen == 0 || name.size() + others.size() <= screen;
    const std::string line = fits ? fitted_line(name + others, row.last, screen)
                                  : stacked_line(name, others, row.last, screen);
    text += without_end_blanks(line) + "\n";
  }
  return text;
}

}  // namespace guard::console

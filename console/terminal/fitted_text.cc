// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/fitted_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cwchar>
#include <utility>

#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr int kMostMarks = 2;  // combining marks on one character

// One character of already safe text, as it is shown.
struct Cell {
  std::string bytes;
  std::size_t columns = 0;
  std::size_t source = 1;  // bytes of the text it stands for
};

Cell spelled_out(std::string_view bytes) {
  Cell cell{"", 4 * bytes.size(), bytes.size()};
  for (const char c : bytes) {
    std::array<char, 8> hex{};
    std::snprintf(hex.data(), hex.size(), "\\x%02X", static_cast<unsigned char>(c));
    cell.bytes += hex.data();
  }
  return cell;
}

enum class Charset { kUtf8, kAscii };

Charset charset_of(const ViewStyle& style) {
  return style.utf8 ? Charset::kUtf8 : Charset::kAscii;
}

Cell next_cell(std::string_view text, Charset charset, int& marks) {
  if (static_cast<unsigned char>(text[0]) < 0x80) {
    marks = 0;
    return {std::string(1, text[0]), 1, 1};
  }
  std::mbstate_t state{};
  wchar_t wide = 0;
  const std::size_t length = std::mbrtowc(&wide, text.data(), text.size(), &state);
  if (length == 0 || length > text.size()) return spelled_out(text.substr(0, 1));
  const std::string_view bytes = text.substr(0, length);
  const int width = ::wcwidth(wide);
  marks = width == 0 ? marks + 1 : 0;
  if (charset == Charset::kAscii || width < 0 || marks > kMostMarks) return spelled_out(bytes);
  return {std::string(bytes), static_cast<std::size_t>(width), length};
}

std::vector<Cell> cells_of(std::string_view raw, Charset charset) {
  const std::string safe = safe_text(raw);
  std::string_view text = safe;
  std::vector<Cell> cells;
  int marks = 0;
  while (!text.empty()) {
    cells.push_back(next_cell(text, charset, marks));
    text.remove_prefix(cells.back().source);
  }
  return cells;
}

// Where the line that starts at `first` ends: after the last word that fits, or in mid-word when
// that would leave more than half of the line empty.
std::size_t line_end(const std::vector<Cell>& cells, std::size_t first, std::size_t columns) {
  std::size_t used = 0;
  std::size_t after_blank = first;
  std::size_t end = first;
  for (; end < cells.size() && used + cells[end].columns <= columns; ++end) {
    used += cells[end].columns;
    if (cells[end].bytes == " ") after_blank = end + 1;
  }
  if (end == cells.size() || cells[end].bytes == " ") return end;
  return after_blank - first > columns / 2 ? after_blank : std::max(end, first + 1);
}

std::string bytes_of(const std::vector<Cell>& cells, std::size_t first, std::size_t end) {
  std::string bytes;
  for (std::size_t i = first; i < end; ++i) bytes += cells[i].bytes;
  return bytes;
}

std::vector<std::string> unlimited_lines(const std::vector<Cell>& cells, std::size_t first,
                                         std::size_t columns) {
  std::vector<std::string> lines;
  while (first < cells.size()) {
    const std::size_t end = line_end(cells, first, columns);
    lines.push_back(bytes_of(cells, first, end));
    first = end;
    if (first < cells.size() && cells[first].bytes == " ") ++first;
  }
  return lines;
}

// The end of the text in at most `rows` lines, from a word on where one begins nearby.
std::vector<std::string> last_lines(const std::vector<Cell>& cells, std::size_t columns,
                                    std::size_t rows) {
  const std::size_t room = rows * columns - columns / 4;
  std::size_t first = cells.size();
  for (std::size_t used = 0; first > 0; --first) {
    used += cells[first - 1].columns;
    if (used > room) break;
  }
  const std::size_t nearby = std::min(cells.size(), first + columns / 2);
  for (std::size_t i = first; i < nearby; ++i) {
    if (cells[i].bytes != " ") continue;
    first = i + 1;
    break;
  }
  std::vector<std::string> lines = unlimited_lines(cells, first, columns);
  if (lines.size() > rows)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(rows));
  return lines;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view raw, std::size_t columns, std::size_t rows,
                                 const ViewStyle& style) {
  if (rows == 0) return {};
  const std::vector<Cell> cells = cells_of(raw, charset_of(style));
  std::vector<std::string> lines = unlimited_lines(cells, 0, columns);
  if (lines.size() <= rows) return lines;
  if (rows == 1) return {fitted_ends(raw, columns, style)};
  const std::size_t ending = rows / 2;
  lines.resize(rows - ending);
  std::string& last = lines.back();
  if (columns_of(last) + 4 > columns) last = fitted(last + "....", columns, style);
  if (!last.ends_with("...")) last += " ...";
  for (std::string& line : last_lines(cells, columns, ending)) lines.push_back(std::move(line));
  return lines;
}

std::string fitted(std::string_view text, std::size_t columns, const ViewStyle& style) {
  std::string line;
  std::string cut;  // the longest beginning that leaves room for "..."
  std::size_t used = 0;
  for (const Cell& cell : cells_of(text, charset_of(style))) {
    if (used + 3 <= columns) cut = line;
    used += cell.columns;
    if (used > columns) return cut + std::string(std::min<std::size_t>(3, columns), '.');
    line += cell.bytes;
  }
  return line;
}

std::string fitted_ends(std::string_view text, std::size_t columns, const ViewStyle& style) {
  constexpr std::string_view kGap = "... ";
  constexpr std::size_t kLeast = 12;  // below that two ends say less than one
  const std::vector<Cell> cells = cells_of(text, charset_of(style));
  const std::string beginning = fitted(text, columns, style);
  if (columns < kLeast || beginning == bytes_of(cells, 0, cells.size())) return beginning;
  std::size_t room = (columns - kGap.size()) / 2;
  std::size_t first = cells.size();
  for (; first > 0 && cells[first - 1].columns <= room; --first) room -= cells[first - 1].columns;
  const std::string end = bytes_of(cells, first, cells.size());
  return fitted(text, columns - 1 - columns_of(end), style) + " " + end;
}

std::vector<std::string> broken_at_blanks(std::string_view raw, std::size_t columns,
                                          std::string_view indent) {
  const std::string safe = safe_text(raw);
  std::string_view rest = safe;
  std::vector<std::string> lines;
  std::string line;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' ', 1), rest.size());
    const std::string word(rest.substr(0, end));  // with the blank in front of it
    rest.remove_prefix(end);
    const bool fits = columns == 0 || columns_of(line) + columns_of(word) <= columns;
    if (fits || line.empty()) {
      line += word;
      continue;
    }
    lines.push_back(std::exchange(line, std::string(indent) + word.substr(1)));
  }
  lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> side_by_side(const std::vector<std::string>& items, std::size_t columns,
                                      const ViewStyle& style) {
  std::vector<std::string> lines;
  for (const std::string& item : items) {
    const std::string next = lines.empty() ? item : lines.back() + "  " + item;
    if (!lines.empty() && columns_of(next) <= columns)
      lines.back() = next;
    else
      lines.push_back(item);
  }
  for (std::string& line : lines) line = fitted(line, columns, style);
  return lines;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const Cell& cell : cells_of(text, Charset::kUtf8)) columns += cell.columns;
  return columns;
}

}  // namespace guard::console

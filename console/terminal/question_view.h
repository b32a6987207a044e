// SPDX-License-Identifier: Apache-2.0
// QuestionView: a question of the API as lines for a terminal, in the layout of every way of asking
// (What, Why, Risk, Change). Pure. Nothing of the question reaches the terminal raw: every text is
// made safe once more here, cut to the box, and characters without a width are spelled out. Widths
// are those of the process's locale (LC_CTYPE).
#ifndef GUARD_CONSOLE_TERMINAL_QUESTION_VIEW_H_
#define GUARD_CONSOLE_TERMINAL_QUESTION_VIEW_H_

#include <cstddef>
#include <nlohmann/json.hpp>
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

struct ViewFooter {
  std::vector<std::string> items;  // "[y] continue", ...: guard's own words, the first ones matter
  std::string right;               // "denies in 23:59:41"
  std::string scope = {};          // what a remembered answer would cover, "" for once
  std::string note = {};           // why the last answer was not taken
};

// A box; on a terminal with less than 40 columns or hardly any rows, lines without one.
[[nodiscard]] std::vector<std::string> question_lines(const nlohmann::json& question,
                                                      const ViewStyle& style,
                                                      const ViewFooter& footer);
// One line for people without a terminal of their own: "rm -rf ./tmp_a ... (guard approve 3f2a91bc
// | guard deny 3f2a91bc)".
[[nodiscard]] std::string question_notice(const nlohmann::json& question);

// Safe, in the style's characters, in at most `columns` columns ("..." where cut).
[[nodiscard]] std::string fitted(std::string_view text, std::size_t columns,
                                 const ViewStyle& style);
// The same over at most `rows` lines, broken between words where that is possible. What does not
// fit is left out of the middle: how a command ends matters as much as how it begins.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                               std::size_t rows, const ViewStyle& style);
[[nodiscard]] std::size_t columns_of(std::string_view text);
// A field of a JSON object as text; "" when it is missing or something else.
[[nodiscard]] std::string text_field(const nlohmann::json& object, const char* name);
[[nodiscard]] std::vector<std::string> list_field(const nlohmann::json& object, const char* name);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_QUESTION_VIEW_H_

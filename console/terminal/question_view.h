// SPDX-License-Identifier: Apache-2.0
// QuestionView: a question of the API as lines for a terminal, in the layout of every way of asking
// (What, By, Risk, Undo, Change). Pure. Nothing of the question reaches the terminal raw: every
// text is made safe once more here and cut to the box (fitted_text.h).
#ifndef GUARD_CONSOLE_TERMINAL_QUESTION_VIEW_H_
#define GUARD_CONSOLE_TERMINAL_QUESTION_VIEW_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/terminal/fitted_text.h"

namespace guard::console {

struct ViewFooter {
  std::vector<std::string> items;  // "[y] approve", ...: guard's own words, the first ones matter
  std::string right;               // "auto-denies tomorrow 09:38"
  std::string scope = {};          // what a remembered answer would cover, "" for once
  std::vector<std::string> notes = {};  // why the last answer was not taken, what was typed
};

// A box; on a terminal with less than 40 columns or hardly any rows, lines without one.
[[nodiscard]] std::vector<std::string> question_lines(const nlohmann::json& question,
                                                      const ViewStyle& style,
                                                      const ViewFooter& footer);
// One line for people without a terminal of their own: "rm -rf ./tmp_a ... (guard approve 3f2a91bc
// | guard deny 3f2a91bc)".
// WHERE: what its answer needs besides the id, " --session SOCKET".
[[nodiscard]] std::string question_notice(const nlohmann::json& question,
                                          const std::string& where = "");

// A field of a JSON object as text; "" when it is missing or something else.
[[nodiscard]] std::string text_field(const nlohmann::json& object, const char* name);
[[nodiscard]] std::vector<std::string> list_field(const nlohmann::json& object, const char* name);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_QUESTION_VIEW_H_

// SPDX-License-Identifier: Apache-2.0
// Everything a session tells of one question (GET /v1/approvals/{id}), as lines to read page by
// page. Pure; the lines are safe when they are fitted to a
// terminal.
#ifndef GUARD_CONSOLE_TERMINAL_QUESTION_PAGES_H_
#define GUARD_CONSOLE_TERMINAL_QUESTION_PAGES_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/terminal/question_view.h"

namespace guard::console {

// Every field in full, what would become of a file's content where that is known, every name that
// was kept.
[[nodiscard]] std::vector<std::string> detail_lines(const nlohmann::json& detail,
                                                    const ViewStyle& style);
// The parts that are no field: steps, the difference, names. Nothing of a null DETAIL.
[[nodiscard]] std::vector<std::string> page_rest(const nlohmann::json& detail,
                                                 const ViewStyle& style);
// A line for each key of a question.
[[nodiscard]] std::vector<std::string> key_lines();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_QUESTION_PAGES_H_

// SPDX-License-Identifier: Apache-2.0
// Makes text that programs chose safe on its way out in more than one line (text.h is for one):
// text of several lines, JSON. Nothing of it steers a terminal or a log. Pure, any thread.
#ifndef GUARD_BASE_TEXT_SAFE_OUTPUT_H_
#define GUARD_BASE_TEXT_SAFE_OUTPUT_H_

#include <string>
#include <string_view>

namespace guard {

// Each line safe but for the tabs that indent it; ends in a newline.
[[nodiscard]] std::string safe_lines(std::string_view text);
// JSON as a program of ours wrote it, with what safe_text() spells out written as \uNNNN: the same
// values.
[[nodiscard]] std::string safe_json(std::string_view json);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_SAFE_OUTPUT_H_

// SPDX-License-Identifier: Apache-2.0
// A question of the API as labelled lines: what a person needs to decide, or everything that is
// known. For lists and full screens; the box of question_view.h is for one question at the agent's
// own terminal. Pure. Every text is made safe once more and cut to the style's width.
#ifndef GUARD_CONSOLE_TERMINAL_QUESTION_DETAIL_H_
#define GUARD_CONSOLE_TERMINAL_QUESTION_DETAIL_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/clock.h"
#include "console/terminal/question_view.h"

namespace guard::console {

enum class Detail {
  kDecision,    // What, By, Chain, In, Risk, Undo, Change
  kEverything,  // also the rule, the extent, what to do instead, how it may be answered
};

struct DetailField {
  const char* label;
  std::string text;
  bool whole = false;  // on as many lines as it takes
};

// Fields without a text are left out.
[[nodiscard]] std::vector<DetailField> question_fields(const nlohmann::json& question,
                                                       Detail detail, const ViewStyle& style);
// "Label  text", the text wrapped below itself, at most `rows` lines a field, but for
// what must be read as a whole.
[[nodiscard]] std::vector<std::string> field_lines(const std::vector<DetailField>& fields,
                                                   const ViewStyle& style, std::size_t rows);

// "at least 3 directories, 37 files, 1.2 MB; 40 existed before this session"; "" where nothing was
// walked.
[[nodiscard]] std::string extent_text(const nlohmann::json& question);
// "MEDIUM, tier 2"
[[nodiscard]] std::string level_text(const nlohmann::json& question);
// When nobody's answer becomes a No, in local time: "09:38", "Fri 09:38" where that is tomorrow,
// "28 Nov" where that is more than a day away, "09:38:12" within ten minutes; "now" where it is
// over, "" without a deadline.
[[nodiscard]] std::string until_text(const nlohmann::json& question, TimePoint now);
// An ISO time in local time, by strftime(3); another text stays as it is.
[[nodiscard]] std::string local_time_text(const std::string& iso, const char* format);
inline constexpr const char* kClock = "%H:%M:%S";
inline constexpr const char* kDayAndClock = "%a %d %b %H:%M:%S";
// "auto-denies tomorrow 09:38"; "" without a deadline.
[[nodiscard]] std::string auto_denial_text(const nlohmann::json& question, TimePoint now);
// For a settled one: "approved by ana (guard approve), scope session".
[[nodiscard]] std::string outcome_text(const nlohmann::json& question);
// The scope of an answer: " for this session"; "" of one for this once.
[[nodiscard]] std::string scope_words(const nlohmann::json& question);
// "1a2b3c4d"
[[nodiscard]] std::string short_id(const nlohmann::json& question);
// Approving it takes the word CONFIRM; also what cannot be told.
[[nodiscard]] bool needs_word(const nlohmann::json& question);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_QUESTION_DETAIL_H_

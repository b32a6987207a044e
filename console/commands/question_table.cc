// SPDX-License-Identifier: Apache-2.0
#include "console/commands/question_table.h"

#include <algorithm>
#include <chrono>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/output/length_text.h"
#include "console/output/text_table.h"
#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

std::string tier_of(const Json& question) {
  const auto tier = question.find("tier");
  const bool known = tier != question.end() && tier->is_number_integer();
  return known ? std::to_string(tier->get<int>()) : "?";
}

std::string waits_for(const Json& question, TimePoint now) {
  const auto asked = parse_iso_time(field_text(question, "asked"));
  if (!asked) return "?";
  const auto length = std::max(now - *asked, TimePoint::duration::zero());
  return length_text(std::chrono::duration_cast<std::chrono::milliseconds>(length));
}

TableRow row_of(const FoundQuestion& found, TimePoint now) {
  const Json& question = found.question;
  return {{short_id(question), tier_of(question), waits_for(question, now),
           until_text(question, now), safe_text(found.socket.session)},
          field_text(question, "what")};
}

std::string how_to_answer(const std::vector<FoundQuestion>& questions) {
  const bool high = std::ranges::any_of(
      questions, [](const FoundQuestion& found) { return needs_word(found.question); });
  return count_text(questions.size(), "question waits", "questions wait") +
         ": guard pending ID (details) | guard approve ID" +
         (high ? " (tier 3: --confirm CONFIRM)" : "") + " | guard deny ID";
}

}  // namespace

std::string question_table(const std::vector<FoundQuestion>& questions, std::size_t screen) {
  if (questions.empty()) return "no question waits\n";
  const TimePoint now = std::chrono::system_clock::now();
  std::vector<TableRow> rows = {{{"ID", "TIER", "WAITS", "DENIES", "SESSION"}, "WHAT"}};
  for (const FoundQuestion& found : questions) rows.push_back(row_of(found, now));
  return table_text(rows, screen) + how_to_answer(questions) + "\n";
}

}  // namespace guard::console

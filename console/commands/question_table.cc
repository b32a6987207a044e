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

std::uint64_t people_for(const Json& question) {
  return question.value("approvals_needed", std::uint64_t{1});
}

// "1 of 2"; "" where one person is enough.
std::string people_text(const Json& question) {
  if (people_for(question) < 2) return "";
  const Json approvals = question.value("approvals", Json::array());
  return std::to_string(approvals.size()) + " of " + std::to_string(people_for(question));
}

TableRow row_of(const FoundQuestion& found, TimePoint now, bool names_people) {
  const Json& question = found.question;
  TableRow row = {
      {short_id(question), tier_of(question), waits_for(question, now), until_text(question, now)},
      field_text(question, "what")};
  if (names_people) row.cells.push_back(people_text(question));
  row.cells.push_back(safe_text(found.socket.session));
  return row;
}

TableRow heads(bool names_people) {
  TableRow row = {{"ID", "TIER", "WAITS", "DENIES"}, "WHAT"};
  if (names_people) row.cells.emplace_back("APPROVED");
  row.cells.emplace_back("SESSION");
  return row;
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
  // Most questions take one person: a column only where one takes two.
  const bool names_people = std::ranges::any_of(
      questions, [](const FoundQuestion& found) { return people_for(found.question) > 1; });
  std::vector<TableRow> rows = {heads(names_people)};
  for (const FoundQuestion& found : questions) rows.push_back(row_of(found, now, names_people));
  return table_text(rows, screen) + how_to_answer(questions) + "\n";
}

}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_pages.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

constexpr std::size_t kWholeRows = 200;  // of one field

void append(std::vector<std::string>& lines, std::vector<std::string> more) {
  for (std::string& line : more) lines.push_back(std::move(line));
}

std::uint64_t files_of(const nlohmann::json& question) {
  const auto effect = question.find("effect");
  if (effect == question.end() || !effect->is_object()) return 0;
  const auto count = [&](const char* name) {
    const auto value = effect->find(name);
    return value != effect->end() && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
  };
  return count("files") + count("directories");
}

// The walk of a large tree keeps its first names only.
std::string names_text(const nlohmann::json& detail, std::size_t shown) {
  const auto told = detail.find("names_total");
  const bool counted = told != detail.end() && told->is_number_unsigned();
  const std::uint64_t all = std::max(files_of(detail), counted ? told->get<std::uint64_t>() : 0);
  if (all <= shown) return count_text(shown, "name", "names");
  const bool complete = detail.contains("effect") && detail["effect"].value("complete", false);
  return "the first " + std::to_string(shown) + " of " + (complete ? "" : "at least ") +
         std::to_string(all);
}

std::vector<DetailField> step_fields(const nlohmann::json& detail) {
  std::vector<DetailField> fields;
  const auto steps = detail.find("steps");
  if (steps == detail.end() || !steps->is_array()) return fields;
  for (const auto& step : *steps)
    fields.push_back({"Judged", text_field(step, "stage") + ": " + text_field(step, "text")});
  return fields;
}

// The command with the middle that "What" leaves out.
std::vector<std::string> whole_lines(const nlohmann::json& detail, const ViewStyle& style) {
  constexpr std::size_t kRows = 4000;
  const std::string whole = text_field(detail, "whole");
  if (whole.empty()) return {};
  return field_lines({{"Whole", whole}}, style, kRows);
}

std::vector<std::string> difference_lines(const nlohmann::json& detail) {
  const std::vector<std::string> difference = list_field(detail, "difference");
  if (difference.empty()) return {};
  std::vector<std::string> lines = {"What would change:"};
  for (const std::string& line : difference) lines.push_back("  " + safe_text(line));
  return lines;
}

}  // namespace

std::vector<std::string> detail_lines(const nlohmann::json& detail, const ViewStyle& style) {
  std::vector<std::string> lines =
      field_lines(question_fields(detail, Detail::kEverything, style), style, kWholeRows);
  append(lines, page_rest(detail, style));
  return lines;
}

std::vector<std::string> page_rest(const nlohmann::json& detail, const ViewStyle& style) {
  if (!detail.is_object()) return {};
  std::vector<std::string> lines = whole_lines(detail, style);
  append(lines, field_lines(step_fields(detail), style, kWholeRows));
  append(lines, difference_lines(detail));
  const std::vector<std::string> names = list_field(detail, "names");
  if (names.empty()) return lines;
  lines.push_back("What it touches, " + names_text(detail, names.size()) + ":");
  for (const std::string& name : names) lines.push_back("  " + safe_text(name));
  return lines;
}

std::vector<std::string> key_lines() {
  return {
      "y, Enter  approve. At tier 3: y, then the word CONFIRM",
      "n         deny. So do Enter, Esc and Ctrl-C",
      "d         details: every field, how it was judged, what would change, the names",
      "e         remember the answer: for this command, for this session, ...",
      "p         edit what a remembered answer covers",
      "r         deny, with a reason that the agent reads",
      "l         all that wait, as a list",
      "k         give the program what you typed before the question took keys",
      "",
      "Keys answer after 1.5 s without any key, so that typing answers nothing.",
      "Answer elsewhere: guard watch, guard approve ID, guard deny ID.",
  };
}

}  // namespace guard::console

// SPDX-License-Identifier: Apache-2.0
#include "console/help/option_help.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "console/help/manual_page.h"
#include "console/help/offered_words.h"
#include "console/output/complaint.h"
#include "policy/load/key_names.h"

namespace guard::console {
namespace {

using Words = std::vector<std::string>;

std::string left_column(const OptionRow& row) {
  std::string left = row.letter != 0 ? std::string("  -") + row.letter + ", " : "      ";
  left += std::string("--") + row.name;
  if (row.value != nullptr) left += std::string(" ") + row.value;
  return left;
}

// The word for a value in the help -> the values that it stands for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kKnownValues = {{
    {"MODE", "paranoid|balanced|trusting"},
    {"LEVEL", "mediated|verified"},
    {"SCOPE", "once|command|session|30m|2h"},
    {"DECISION", "allow|ask|deny|block"},
    {"FORMAT", "jsonl|json|csv|ocsf"},
    {"REFUSALS", "deny|ask|skip|never"},
    {"SEVERITY", "debug|info|warning|error"},
}};

template <class Names>
std::string lines_of(const Names& names) {
  std::string text;
  for (const auto& name : names) text += std::string(name) + "\n";
  return text;
}

// "on|off" -> "on\noff\n"
std::string alternatives(std::string_view value) {
  if (value == "CATEGORY" || value == "CATEGORIES") return lines_of(policy::category_names());
  if (value == "ACT") return lines_of(policy::act_names());
  for (const auto& [called, known] : kKnownValues) {
    if (value == called) value = known;
  }
  // In capitals stands what is not meant to be typed as it is.
  const bool is_placeholder =
      std::any_of(value.begin(), value.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (is_placeholder || value.find('|') == std::string_view::npos) return {};
  std::string text(value);
  std::replace(text.begin(), text.end(), '|', '\n');
  return text + "\n";
}

const OptionRow* row_named(const OptionTable& table, std::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  for (const OptionRow& row : table.rows) {
    if (option == row.name || (option.size() == 1 && option[0] == row.letter)) return &row;
  }
  return nullptr;
}

// 1 where no value is to follow.
int print_values(const OptionTable& table, std::string_view option) {
  const OptionRow* const row = row_named(table, option);
  if (row == nullptr || row->value == nullptr) return 1;
  std::string text = alternatives(row->value);
  if (text.empty()) text = offered_words(table.command, row->value);
  if (text == kFilesLine) text.clear();  // what shells offer anyway
  std::fputs(text.c_str(), stdout);
  return 0;
}

int print_operands(const OptionTable& table) {
  std::string text = alternatives(table.operands);
  if (text.empty() && !table.takes_command) text = offered_words(table.command, table.operands);
  std::fputs(text.c_str(), stdout);
  return 0;
}

int print_manual(const OptionTable& table, bool whole) {
  return std::fputs((whole ? manual_page(table) : manual_part(table)).c_str(), stdout) < 0 ? 1 : 0;
}

}  // namespace

tl::expected<ParsedOptions, int> parse_or_explain(const OptionTable& table, const Words& words,
                                                  int usage_status) {
  // These two are asked by completion scripts.
  if (words.size() == 2 && words[0] == "--print-values")
    return tl::make_unexpected(print_values(table, words[1]));
  if (words == Words{"--print-commands"}) return tl::make_unexpected(print_operands(table));
  if (words == Words{kPrintManual} || words == Words{kPrintManualPart})  // asked by the build
    return tl::make_unexpected(print_manual(table, words.front() == kPrintManual));
  auto options = parse_options(table, words);
  if (!options) {
    return tl::make_unexpected(complain(usage_status, std::string(table.command) + ": " +
                                                          options.error().text() + "; see guard " +
                                                          table.command + " --help"));
  }
  if (!options->has("help") && !options->has("print-options")) return std::move(*options);
  std::fputs((options->has("help") ? help_text(table) : option_names(table)).c_str(), stdout);
  return tl::make_unexpected(0);
}

namespace {

// TEXT behind what the line begins with, broken at blanks where a narrow terminal ends.
std::string wrapped(std::string line, std::string_view text) {
  constexpr std::size_t kWidth = 80;
  const std::size_t indent = line.size();
  while (indent + text.size() > kWidth) {
    const std::size_t blank = text.rfind(' ', kWidth - indent);
    if (blank == std::string_view::npos || blank == 0) break;
    line += std::string(text.substr(0, blank)) + "\n" + std::string(indent, ' ');
    text.remove_prefix(blank + 1);
  }
  return line + std::string(text) + "\n";
}

// "more: --network, --learn (man guard-run)"; empty: the help has them all.
std::string more_options(const OptionTable& table) {
  std::string names;
  for (const OptionRow& row : table.rows)
    if (row.shown == Shown::kInManual)
      names += (names.empty() ? "--" : ", --") + std::string(row.name);
  if (names.empty()) return names;
  std::string page = table.command;
  std::ranges::replace(page, ' ', '-');
  return wrapped("more: ", names + " (man guard-" + page + ")");
}

}  // namespace

std::string help_text(const OptionTable& table) {
  std::vector<OptionRow> rows(table.rows.begin(), table.rows.end());
  std::erase_if(rows, [](const OptionRow& row) { return row.shown == Shown::kInManual; });
  // A screen has 24 lines: a long table leaves none for blank ones, the longest none for what its
  // reader has just found out, nor for the example, which the manual page has too.
  constexpr std::size_t kRoomy = 17;
  constexpr std::size_t kFull = 19;
  if (rows.size() < kFull) rows.push_back(kHelpRow);
  const std::string gap = rows.size() > kRoomy ? "" : "\n";
  std::string text = "usage: " + usage_line(table) + "\n" + wrapped("", table.summary) + gap;
  std::size_t width = 0;
  for (const OptionRow& row : rows) width = std::max(width, left_column(row).size());
  for (const OptionRow& row : rows) {
    std::string line = left_column(row);
    line.resize(width + 2, ' ');
    text += wrapped(std::move(line), row.help);
  }
  if (*table.example != 0 && table.rows.size() <= kFull)
    text += gap + "example: " + table.example + "\n";
  text += more_options(table) + table.statuses;
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string option_names(const OptionTable& table) {
  std::string text;
  for (const OptionRow& row : table.rows) text += std::string("--") + row.name + "\n";
  return text + "--help\n";
}

}  // namespace guard::console
